import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { chmodSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { type ClimateCloudConfig, type StorePlace, startClimateCloud } from '@plenum/cloud';
import { acts, auditRetention, leastCost, openStore } from '@plenum/cloud/testbed';
import { enterAccount } from '@plenum/testbed/account';
import { opensslMissing } from '@plenum/testbed/certificates';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { natsMissing, startNats } from '@plenum/testbed/nats';
import { runPlenum } from '@plenum/testbed/plenum';
import { postgresMissing, startPostgres } from '@plenum/testbed/postgres';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');
const text = readFileSync(join(root, 'docs/operating.md'), 'utf8');

/** Returns the command lines in the guide that contain one of these words. */
const commandsWith = (...words: readonly string[]): readonly string[] =>
  [...text.matchAll(/```sh\n(.*?)```/gs)]
    .flatMap(([, block]) => block!.trim().split('\n'))
    .filter((line) => words.some((word) => line.includes(word)));

/**
 * Creates a folder for the files that the commands write, and links `node_modules` into it, so that npx finds `plenum`.
 */
const makeCheckout = () => {
  const folder = createDataFolder();
  symlinkSync(join(root, 'node_modules'), join(folder.path, 'node_modules'));
  return folder;
};

const start = (config: Pick<ClimateCloudConfig, 'store' | 'endpointKey' | 'httpPort'>) =>
  startClimateCloud({ development: true, passwordCost: leastCost, ...config });

const insertBridge = async (place: StorePlace): Promise<void> => {
  await using store = await openStore(place);
  const bridge = { system_id: '000000001', name: 'Home', paired_at: 0, version: 1, epoch: 0 };
  await store.db.insertInto('bridge').values(bridge).execute();
};

const readGeneration = async (place: StorePlace): Promise<number> => {
  await using store = await openStore(place);
  return (await store.db.selectFrom('bridge').select('generation').executeTakeFirstOrThrow()).generation;
};

/** Checks that a restored cloud has the data from the time of the backup: an allowed app and an endpoint. */
const expectSame = async (
  config: Pick<ClimateCloudConfig, 'store' | 'endpointKey'>,
  { copy, restored }: { copy: () => Promise<void>; restored: () => Promise<ClimateCloudConfig['store']> },
) => {
  let access = '';
  let port = 0;
  {
    await using cloud = await start({ ...config, httpPort: 0 });
    port = cloud.http.port;
    const account = await enterAccount(cloud.publicUrl);
    ({ access } = await account.allowApp());
    await account.call('/console/apps/plenum-demo-app/endpoints', { url: 'http://127.0.0.1:9/events' });
    await copy();
    await account.call('/console/apps/plenum-demo-app/endpoints', { url: 'http://127.0.0.1:9/later' });
  }
  await using cloud = await start({ ...config, store: await restored(), httpPort: port });
  const answer = await fetch(`${cloud.publicUrl}/dev`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access}` },
    body: JSON.stringify({ requestId: randomUUID(), requestType: 'Discover' }),
  });
  assert.equal(answer.status, 200, await answer.text());
  const account = await enterAccount(cloud.publicUrl);
  await account.allowApp();
  const endpoints = await account.call('/console/apps/plenum-demo-app/endpoints');
  const urls = (endpoints as unknown as { url: string; id: string }[]).map(({ url }) => url);
  assert.deepEqual(urls, ['http://127.0.0.1:9/events'], 'a restored copy has no later changes');
  const [{ id }] = endpoints as unknown as [{ id: string }];
  await account.call(`/console/apps/plenum-demo-app/endpoints/${id}/secret`, {});
};

describe('backup and restore as docs/operating.md describes them', () => {
  it('backup and restore of a running cloud with SQLite work as in docs/operating.md', async () => {
    using folder = makeCheckout();
    const [backup, copyKey] = commandsWith('node:sqlite', 'endpoint.key copy.key');
    await expectSame(
      { store: { dataDir: join(folder.path, 'data/cloud') } },
      {
        copy: async () => {
          for (const line of [backup!, copyKey!]) await run('sh', ['-c', line], { cwd: folder.path });
        },
        restored: async () => {
          const byHand = commandsWith('data/restored').filter((line) => !line.startsWith('plenum '));
          for (const line of byHand) await run('sh', ['-c', line], { cwd: folder.path });
          return { dataDir: join(folder.path, 'data/restored') };
        },
      },
    );
  });

  it('backup and restore of a running cloud with PostgreSQL work as in docs/operating.md', {
    skip: postgresMissing,
  }, async () => {
    using folder = makeCheckout();
    await using postgres = await startPostgres();
    const [databaseUrl, restoredUrl] = [await postgres.createDatabase(), await postgres.createDatabase()];
    const env = { ...process.env, PLENUM_DATABASE_URL: databaseUrl, RESTORED_DATABASE_URL: restoredUrl };
    const [dump, restore] = commandsWith('pg_dump', 'pg_restore');
    const [beginGeneration] = commandsWith('psql');
    assert.match(beginGeneration!, /UPDATE bridge SET generation = /);
    await expectSame(
      { store: { databaseUrl }, endpointKey: randomBytes(32).toString('base64') },
      {
        copy: async () => {
          await insertBridge({ databaseUrl });
          await run('sh', ['-c', dump!], { cwd: folder.path, env });
        },
        restored: async () => {
          for (const line of [restore!, beginGeneration!])
            await run('sh', ['-c', line], { cwd: folder.path, env });
          assert.ok((await readGeneration({ databaseUrl: restoredUrl })) > 0);
          return { databaseUrl: restoredUrl };
        },
      },
    );
  });
});

describe('the nightly backup of docs/how-to/back-up.md', () => {
  it('keeps the backup of a week ago until the new one is complete', async () => {
    using folder = createDataFolder();
    const guide = readFileSync(join(root, 'docs/how-to/back-up.md'), 'utf8');
    const [, line] = /^0 3 \* \* \* root (.+)$/m.exec(guide)!;
    const command = line!.replaceAll('\\%', '%').replaceAll('/backup/', `${folder.path}/`);
    const backUp = async (made: string, status: number) => {
      // Cron starts the command with a PATH on which `plenum` is found.
      const program = join(folder.path, 'plenum');
      writeFileSync(program, `#!/bin/sh\nmkdir "$2" && echo ${made} > "$2/made" && exit ${status}\n`);
      chmodSync(program, 0o755);
      await run('sh', ['-c', command], {
        env: { ...process.env, PATH: `${folder.path}:${process.env.PATH}` },
      }).catch((error: unknown) => assert.notEqual(status, 0, String(error)));
      const [day] = readdirSync(folder.path).filter((name) => /^[A-Z]\w+$/.test(name));
      return readFileSync(join(folder.path, day!, 'made'), 'utf8').trim();
    };
    assert.equal(await backUp('first', 0), 'first');
    assert.equal(await backUp('partly', 1), 'first');
    assert.equal(await backUp('third', 0), 'third');
  });
});

describe('what docs/operating.md tells operators exists', () => {
  const namesIn = (where: string, form: RegExp) => [...new Set(where.match(form))];

  it('every metric in docs/operating.md exists', async () => {
    using folder = createDataFolder();
    await using cloud = await startClimateCloud({ store: { dataDir: folder.path }, httpPort: 0 });
    const shown = await (await fetch(`${cloud.publicUrl}/metrics`)).text();
    const watched = namesIn(text, /plenum_cloud_[a-z_]+/g);
    assert.ok(watched.length > 5);
    assert.deepEqual(
      watched.filter((name) => !shown.includes(`# TYPE ${name} `)),
      [],
    );
  });

  it('every logged act is explained in docs/operating.md, with its period of retention', () => {
    const [, chapter] = /^## Audit log\n(.*?)^## /ms.exec(text)!;
    const explained = namesIn(chapter!, /(?<=^\|[^|]*`)[a-z-]+(?=`[^|]*\|)/gm);
    assert.deepEqual(explained.sort(), [...acts].sort());
    assert.ok(chapter!.includes(`${auditRetention.milliseconds / 86_400_000} days`));
    for (const rows of [auditRetention.rows, auditRetention.rowsPerAccount])
      assert.ok(chapter!.includes(rows.toLocaleString('en-US')));
  });

  it('every option in docs/operating.md, compose.yaml and the Dockerfile exists', async () => {
    const help = (await runPlenum(['cloud', '--help'])).out.replace(/\s+/g, ' ');
    const options = namesIn(text, /(?<=`)--[a-z-]+/g);
    assert.ok(options.length > 8);
    const ofClients = (await runPlenum(['query', '--help'])).out.replace(/\s+/g, ' ');
    assert.deepEqual(
      options.filter((name) => !(help + ofClients).includes(`${name} `)),
      [],
    );
    // Variables written as `${...}` come from the file `.env`; their host is the load balancer's.
    const files = ['compose.yaml', 'Dockerfile'].map((name) => readFileSync(join(root, name), 'utf8'));
    const settings = namesIn(files.join('\n'), /(?<!\$\{)PLENUM_[A-Z_]+(?=[:=])/g);
    assert.ok(settings.length > 5);
    assert.deepEqual(
      settings.filter((name) => name !== 'PLENUM_HOST' && !help.includes(`env: ${name})`)),
      [],
    );
  });
});

describe('NATS as compose.yaml runs it', { skip: natsMissing || opensslMissing }, () => {
  it('NATS accepts only nodes with the password, over TLS with the certificate from the guide', async () => {
    using folder = createDataFolder();
    const commands = commandsWith('mkdir -p nats', 'openssl req').join('\n');
    // The test connects to the server with another name.
    const command = commands.replaceAll('/CN=nats', '/CN=localhost').replace('DNS:nats', 'DNS:localhost');
    await run('sh', ['-ec', command], { cwd: folder.path });
    const compose = readFileSync(join(root, 'compose.yaml'), 'utf8');
    const [, content] = /^ {2}nats:\n {4}content: \|\n((?: {6}.*\n)+)/m.exec(compose)!;
    const certificate = join(folder.path, 'nats/server.pem');
    const config = content!
      .replace('port: 4222', '')
      .replaceAll(/\$\{NATS_PASSWORD[^}]*\}/g, 'secret')
      .replace('/run/secrets/nats-certificate', certificate)
      .replace('/run/secrets/nats-key', join(folder.path, 'nats/server.key'));
    await using nats = await startNats({ config });
    const at = (userinfo: string) => nats.url.replace('nats://127.0.0.1', `tls://${userinfo}localhost`);
    const startNode = (url: string) =>
      startClimateCloud({
        store: { dataDir: join(folder.path, 'cloud') },
        httpPort: 0,
        nats: { url, caFile: certificate },
      });
    await using node = await startNode(at('plenum:secret@'));
    const metrics = await (await fetch(`${node.publicUrl}/metrics`)).text();
    assert.match(metrics, /^plenum_cloud_bus_up 1$/m);
    await node[Symbol.asyncDispose]();
    await assert.rejects(startNode(at('')), /does not accept the credentials of this node/);
  });
});
