import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { openStore } from '@plenum/cloud/testbed';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { startPlenum } from '@plenum/testbed/plenum';
import { postgresMissing, startPostgres } from '@plenum/testbed/postgres';
import { runHere } from '../fixture/run-here.fixture.ts';

const ports = ['--http-port', '0', '--udp-port', '0', '--notify-port', '9', '--no-example'];

const addressOf = async (house: ReturnType<typeof startPlenum>): Promise<string> => {
  const [, address] = await house.line(/ at\n {2}(http:\/\/127\.0\.0\.1:\d+)$/m);
  return address!;
};

const setpointOf = async (address: string): Promise<number> => {
  const body = JSON.stringify({ HvacV2Request: { Type: 2, No: 1, No1: 0 } });
  const answer = await fetch(`${address}/HvacRequestV2`, { method: 'POST', body });
  return ((await answer.json()) as { ZonesV2: { Setpoint: number } }).ZonesV2.Setpoint;
};

const set = async (address: string, Setpoint: number) => {
  const body = JSON.stringify({ ZoneSetpoint: { Index: 1, Setpoint } });
  assert.equal((await fetch(`${address}/HvacCommandV2`, { method: 'POST', body })).status, 200);
};

const refused = async (words: readonly string[], sentence: RegExp) => {
  const { code, err } = await runHere(words);
  assert.equal(code, 1, words.join(' '));
  assert.match(err, sentence);
};

describe('plenum backup and plenum restore', () => {
  it('backs up a running house and cloud, restores both exactly, and only into empty folders', async () => {
    using folder = createDataFolder();
    const [data, copy, restored] = ['data', 'copy', 'restored'].map((name) => join(folder.path, name)) as [
      string,
      string,
      string,
    ];
    const files = ['bridge.sqlite', 'cloud/cloud.sqlite', 'cloud/endpoint.key', 'uplink-key.json'];
    {
      await using house = startPlenum(['start', '--data', data, ...ports]);
      const address = await addressOf(house);
      await house.line(/Ctrl\+C/);
      await set(address, 2650);
      const made = await runHere(['backup', copy, '--data', data]);
      assert.deepEqual([made.code, made.err], [0, '']);
      for (const file of files) assert.ok(made.out.includes(`  ${copy}/${file}\n`), file);
      await set(address, 2700);
      await refused(['backup', copy, '--data', data], /copy is not empty; name a new folder\.$/m);
      await refused(
        ['backup', join(data, 'copy'), '--data', data],
        /is in .*data itself; name a folder elsewhere/,
      );
      await refused(['restore', copy, '--data', data], /is in use by a running bridge or cloud; stop it/);
      assert.equal(await setpointOf(address), 2700);
      assert.equal((await house.stop()).code, 0);
    }
    await refused(['restore', copy, '--data', data], /data already has data, which was left unchanged/);
    assert.equal(statSync(copy).mode & 0o077, 0);
    assert.deepEqual(
      readdirSync(folder.path).filter((name) => name.endsWith('.partial')),
      [],
    );
    const back = await runHere(['restore', copy, '--data', restored]);
    assert.deepEqual([back.code, back.err], [0, '']);
    for (const file of ['cloud/endpoint.key', 'uplink-key.json'])
      assert.deepEqual(readFileSync(join(restored, file)), readFileSync(join(data, file)), file);
    await using house = startPlenum(['start', '--data', restored, ...ports]);
    assert.equal(await setpointOf(await addressOf(house)), 2650);
    await house.line(/paired with the demo account and connected/);
  });

  it('refuses to back up an empty folder, and to restore a changed folder or no backup', async () => {
    using folder = createDataFolder();
    const at = (name: string) => join(folder.path, name);
    await refused(['backup', at('copy'), '--data', at('none')], /There is no bridge or cloud data in/);
    await refused(['restore', folder.path, '--data', at('new')], /was not made by plenum backup/);
    await (await openStore({ dataDir: at('cloud') }))[Symbol.asyncDispose]();
    assert.equal((await runHere(['backup', at('copy'), '--data', at('cloud')])).code, 0);
    await refused(
      ['restore', at('copy'), '--database-url', 'postgres://127.0.0.1:1/none'],
      /is the copy of a data folder/,
    );
    appendFileSync(at('copy/cloud.sqlite'), 'x');
    await refused(['restore', at('copy'), '--data', at('new')], /is not what plenum backup wrote/);
    const sound = JSON.parse(readFileSync(at('copy/plenum-backup.json'), 'utf8'));
    const lists = [
      ...['{', 'null', '{"format":1}', JSON.stringify({ ...sound, files: [] })],
      ...[{ toString: 2 }, null, '2'].map((format) => JSON.stringify({ ...sound, format })),
      JSON.stringify({ ...sound, format: sound.format + 1, release: { toString: 2 } }),
      JSON.stringify({ ...sound, madeAt: { toString: 2 } }),
      JSON.stringify({ ...sound, madeAt: '\u001b[2J' }),
      JSON.stringify({ ...sound, format: sound.format + 1, release: '9.9\u001b[2J' }),
    ];
    for (const list of lists) {
      writeFileSync(at('copy/plenum-backup.json'), list);
      await refused(
        ['restore', at('copy'), '--data', at('new')],
        /plenum-backup\.json is not what plenum backup wrote; use another copy\.\n$/,
      );
    }
    for (const path of [
      ...['cloud.sqlite\0', 'x'.repeat(5_000), '../copy/cloud.sqlite', '.', 'missing', '\u001b[2J'],
    ]) {
      writeFileSync(at('copy/plenum-backup.json'), JSON.stringify({ ...sound, files: { [path]: '' } }));
      await refused(['restore', at('copy'), '--data', at('new')], /^\P{Cc}*is not what plenum backup wrote/u);
    }
    const damaged = readFileSync(at('copy/cloud.sqlite'));
    damaged.write('null');
    writeFileSync(at('copy/cloud.sqlite'), damaged);
    const hash = createHash('sha256').update(damaged).digest('hex');
    writeFileSync(
      at('copy/plenum-backup.json'),
      JSON.stringify({ ...sound, files: { 'cloud.sqlite': hash } }),
    );
    const sentence =
      /cloud\.sqlite cannot be copied, because the database is damaged \(file is not a database\)\.\n$/;
    await refused(['restore', at('copy'), '--data', at('new')], sentence);
    await refused(['backup', at('other'), '--data', at('copy')], sentence);
    assert.ok(!existsSync(at('new')));
  });

  it('restores a backup whose list was written on Windows', async () => {
    using folder = createDataFolder();
    const at = (name: string) => join(folder.path, name);
    await (await openStore({ dataDir: at('cloud') }))[Symbol.asyncDispose]();
    mkdirSync(at('cloud/matter'));
    writeFileSync(at('cloud/matter/keys.json'), '{}');
    assert.equal((await runHere(['backup', at('copy'), '--data', at('cloud')])).code, 0);
    const list = readFileSync(at('copy/plenum-backup.json'), 'utf8');
    writeFileSync(
      at('copy/plenum-backup.json'),
      list.replace('matter/keys.json', String.raw`matter\\keys.json`),
    );
    const { code, err } = await runHere(['restore', at('copy'), '--data', at('new')]);
    assert.deepEqual([code, err], [0, '']);
    assert.equal(readFileSync(at('new/matter/keys.json'), 'utf8'), '{}');
  });

  it('refuses a backup from a development build or newer release, and changes nothing', async () => {
    using folder = createDataFolder();
    const at = (name: string) => join(folder.path, name);
    await (await openStore({ dataDir: at('cloud') }))[Symbol.asyncDispose]();
    assert.equal((await runHere(['backup', at('copy'), '--data', at('cloud')])).code, 0);
    const list = JSON.parse(readFileSync(at('copy/plenum-backup.json'), 'utf8'));
    for (const [more, sentence] of [
      [{ format: list.format - 1 }, /copy was made by a build before the first release, 0\.1\.0, and cannot/],
      [
        { format: list.format + 1, release: '9.9' },
        /copy was made by a newer release \(9\.9\); restore it with/,
      ],
    ] as const) {
      const text = JSON.stringify({ ...list, ...more });
      writeFileSync(at('copy/plenum-backup.json'), text);
      await refused(['restore', at('copy'), '--data', at('new')], sentence);
      assert.equal(readFileSync(at('copy/plenum-backup.json'), 'utf8'), text);
    }
    assert.ok(!existsSync(at('new')));
  });

  it('refuses a backup that has a pipe in place of a file, without opening the pipe', {
    skip: process.platform === 'win32',
  }, async () => {
    using folder = createDataFolder();
    const at = (name: string) => join(folder.path, name);
    await (await openStore({ dataDir: at('cloud') }))[Symbol.asyncDispose]();
    assert.equal((await runHere(['backup', at('copy'), '--data', at('cloud')])).code, 0);
    for (const [file, sentence] of [
      ['cloud.sqlite', /cloud\.sqlite is not what plenum backup wrote/],
      ['plenum-backup.json', /was not made by plenum backup/],
    ] as const) {
      rmSync(at(`copy/${file}`));
      execFileSync('mkfifo', [at(`copy/${file}`)]);
      await refused(['restore', at('copy'), '--data', at('new')], sentence);
    }
  });

  it('plenum backup reports which file or folder cannot be read or written, and why', async () => {
    using folder = createDataFolder();
    const at = (name: string) => join(folder.path, name);
    writeFileSync(at('file'), '');
    await (await openStore({ dataDir: at('cloud') }))[Symbol.asyncDispose]();
    await refused(
      ['backup', at('file/copy'), '--data', at('cloud')],
      /copy\.partial cannot be used: .+ \(ENO[A-Z]+\)\.\n$/,
    );
  });

  it('backs up and restores PostgreSQL, with a new epoch so that apps receive everything', {
    skip: postgresMissing,
  }, async () => {
    using folder = createDataFolder();
    await using postgres = await startPostgres();
    const [databaseUrl, restoredUrl] = [await postgres.createDatabase(), await postgres.createDatabase()];
    const copy = join(folder.path, 'copy');
    {
      await using store = await openStore({ databaseUrl });
      const bridge = { system_id: '000000001', name: 'Home', paired_at: 0, version: 1, epoch: 0 };
      await store.db.insertInto('bridge').values(bridge).execute();
      const made = await runHere(['backup', copy, '--database-url', databaseUrl]);
      assert.deepEqual([made.code, made.err], [0, '']);
      assert.match(made.out, /The endpoint key is not in it/);
      for (const file of ['database.dump', 'plenum-backup.json'])
        assert.equal(statSync(join(copy, file)).mode & 0o777, 0o600, file);
      await refused(['restore', copy, '--database-url', databaseUrl], /in use by running nodes; stop them/);
    }
    await refused(['restore', copy, '--database-url', databaseUrl], /already has tables/);
    await refused(['restore', copy, '--data', join(folder.path, 'new')], /is the copy of a database/);
    const back = await runHere(['restore', copy, '--database-url', restoredUrl]);
    assert.deepEqual([back.code, back.err], [0, '']);
    await using store = await openStore({ databaseUrl: restoredUrl });
    const { name, generation } = await store.db.selectFrom('bridge').selectAll().executeTakeFirstOrThrow();
    assert.ok(name === 'Home' && generation > 0);
  });
});
