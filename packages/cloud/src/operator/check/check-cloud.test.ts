import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash, randomBytes, X509Certificate } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Finding, systemClock } from '@plenum/platform';
import { type Authority, createAuthority, opensslMissing } from '@plenum/testbed/certificates';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { freePort } from '@plenum/testbed/free-port';
import { natsMissing, startNats } from '@plenum/testbed/nats';
import { connectTo, type Postgres, postgresMissing, startPostgres } from '@plenum/testbed/postgres';
import { startSmtpReceiver } from '@plenum/testbed/smtp';
import { sql } from 'kysely';
import { insertAccount } from '../../fleet/bridge/account.fixture.ts';
import { createEncryption, fingerprintOf } from '../../kernel/crypto/encryption.ts';
import { systemRandom } from '../../kernel/crypto/random.ts';
import { openStore, type StorePlace } from '../../kernel/database/store.ts';
import { checkCertificate } from './check-certificate.ts';
import { checkCloud } from './check-cloud.ts';
import { judgeServer } from './check-store.ts';
import type { CloudToCheck } from './cloud-to-check.ts';

const key = Buffer.alloc(32, 1);
const endpointKey = key.toString('base64');

const check = async (config: CloudToCheck): Promise<readonly Finding[]> => {
  const findings: Finding[] = [];
  for await (const finding of checkCloud(config)) findings.push(finding);
  return findings;
};

const resultsOf = (findings: readonly Finding[]) =>
  Object.fromEntries(findings.map(({ subject, result }) => [subject, result]));

/** Expects one finding about a subject, with a result and a sentence. */
const expectFinding = (
  findings: readonly Finding[],
  subject: string,
  result: Finding['result'],
  sentence: RegExp,
) => {
  const found = findings.find((one) => one.subject === subject);
  assert.equal(found?.result, result, JSON.stringify(findings));
  assert.match(found.sentence, sentence);
};

const shifted = (milliseconds: number) => ({ ...systemClock, now: () => Date.now() + milliseconds });

/** Stores a secret that is encrypted with a key, as an authenticator app does. */
const addSecret = async (place: StorePlace, secretKey: Buffer) => {
  await using store = await openStore(place);
  await insertAccount(store, 'ann');
  const secret = createEncryption([secretKey], systemRandom).encrypt('s3cret', 'ann');
  await store.db
    .insertInto('authenticator')
    .values({ account_id: 'ann', secret, confirmed_at: 1, last_counter: 0 })
    .execute();
};

/** Leaves the secrets of a store as a replacement of keys leaves damaged ones. */
const setSecretsAside = async (place: StorePlace) => {
  await using store = await openStore(place);
  await store.db
    .updateTable('authenticator')
    .set(({ ref }) => ({ secret: sql<string>`'damaged.' || ${ref('secret')}` }))
    .execute();
};

const filesOf = (folder: string) =>
  readdirSync(folder)
    .sort()
    .map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex'),
    ]);

describe('a check of a cloud with PostgreSQL', { skip: postgresMissing }, () => {
  let postgres: Postgres;
  before(async () => {
    postgres = await startPostgres();
  });
  after(() => postgres?.[Symbol.asyncDispose]());

  const migrated = async () => {
    const databaseUrl = await postgres.createDatabase();
    await (await openStore({ databaseUrl }))[Symbol.asyncDispose]();
    return databaseUrl;
  };

  it('reports the migrations that the first start would run, and creates no tables', async () => {
    const databaseUrl = await postgres.createDatabase();
    for (let count = 0; count < 2; count++) {
      const findings = await check({ store: { databaseUrl }, endpointKey });
      assert.deepEqual(resultsOf(findings), {
        database: 'ok',
        clock: 'ok',
        rights: 'ok',
        migrations: 'note',
        'endpoint key': 'ok',
        NATS: 'note',
      });
      expectFinding(
        findings,
        'migrations',
        'note',
        /no tables yet; the first start creates them: 1 baseline, 2 sandbox, 3 test-steps, 4 searched-deliveries, 5 listeners\.$/,
      );
    }
    await using client = await connectTo(databaseUrl);
    const { rows } = await client.query(`SELECT 1 FROM pg_class WHERE relnamespace = 'public'::regnamespace`);
    assert.equal(rows.length, 0);
  });

  it('reports no problem for a migrated database', async () => {
    const findings = await check({ store: { databaseUrl: await migrated() }, endpointKey });
    expectFinding(
      findings,
      'database',
      'ok',
      /^PostgreSQL \d+[\d.]*.* at 127\.0\.0\.1:\d+\/\S+ accepts connections\.$/,
    );
    expectFinding(findings, 'migrations', 'ok', /^The schema is current \(step 5\)/);
  });

  it('reports a server that does not answer, and a database that does not exist', async () => {
    const gone = await check({
      store: { databaseUrl: `postgres://plenum:s3cret@127.0.0.1:${await freePort()}/plenum` },
      endpointKey,
    });
    expectFinding(gone, 'database', 'problem', /cannot be reached: .*ECONNREFUSED.*\. Check the URL/);
    const unchecked =
      /^The key is valid; the database cannot be read, so it is unknown if it fits its secrets\.$/;
    expectFinding(gone, 'endpoint key', 'note', unchecked);
    assert.doesNotMatch(JSON.stringify(gone), /s3cret/);
    const missing = await check({ store: { databaseUrl: postgres.url('missing') }, endpointKey });
    expectFinding(missing, 'database', 'problem', /database "missing" does not exist/);
  });

  it('names the statement that grants missing rights, until the user has all of them', async () => {
    const databaseUrl = await migrated();
    await using client = await connectTo(databaseUrl);
    await client.query('CREATE ROLE app LOGIN');
    await client.query('REVOKE CREATE ON SCHEMA public FROM PUBLIC');
    const asApp = { store: { databaseUrl: databaseUrl.replace('plenum@', 'app@') }, endpointKey };
    const granted = async (sentence: RegExp) => {
      const findings = await check(asApp);
      expectFinding(findings, 'rights', 'problem', sentence);
      const [, statement] = /run: (.*)\.$/.exec(
        findings.find(({ subject }) => subject === 'rights')!.sentence,
      )!;
      await client.query(statement!);
    };
    await granted(
      /^The user app may not create tables; run: GRANT USAGE, CREATE ON SCHEMA public TO "app"\.$/,
    );
    await granted(/^The user app may not read and write \d+ of the tables \(account, .*; run: GRANT SELECT/);
    expectFinding(await check(asApp), 'rights', 'ok', /^The user app may create, read and write/);
    expectFinding(await check(asApp), 'migrations', 'ok', /current/);
  });

  it('reports if a newer release has migrated a database, and if this release can still use it', async () => {
    const databaseUrl = await migrated();
    await using client = await connectTo(databaseUrl);
    await client.query(`INSERT INTO schema_step (number, name, sql_hash) VALUES (6, 'later', 'x')`);
    expectFinding(
      await check({ store: { databaseUrl }, endpointKey }),
      'migrations',
      'ok',
      /^A newer release expanded the schema \(step 6\); this release can still use it\.$/,
    );
    await client.query(`UPDATE schema_release SET oldest = '99.1.0'`);
    expectFinding(
      await check({ store: { databaseUrl }, endpointKey }),
      'migrations',
      'problem',
      /was written by a newer release and cannot be used by 0\.1\.0; use 99\.1\.0 or later, or restore a backup\.$/,
    );
  });

  it('compares the clock with the clock of the database', async () => {
    const store = { databaseUrl: await migrated() };
    expectFinding(
      await check({ store, endpointKey, clock: shifted(-60_000) }),
      'clock',
      'problem',
      /60 s behind the clock of the database; set it by NTP/,
    );
  });

  it('reports missing and malformed endpoint keys, and secrets that need another key', async () => {
    const databaseUrl = await migrated();
    const withKey = (given?: string) =>
      check({ store: { databaseUrl }, ...(given !== undefined && { endpointKey: given }) });
    expectFinding(await withKey(), 'endpoint key', 'problem', /create one with "openssl rand -base64 32"/);
    expectFinding(
      await withKey('short'),
      'endpoint key',
      'problem',
      /^An endpoint key is 32 bytes in base64/,
    );
    await addSecret({ databaseUrl }, key);
    expectFinding(await withKey(endpointKey), 'endpoint key', 'ok', /decrypts the secrets/);
    const other = randomBytes(32).toString('base64');
    expectFinding(
      await withKey(other),
      'endpoint key',
      'problem',
      /encrypted with another key \(fingerprint [0-9a-f]{8}\); give that key too/,
    );
    expectFinding(
      await withKey(`${other},${endpointKey}`),
      'endpoint key',
      'note',
      new RegExp(`still need an old key \\(fingerprint and number: ${fingerprintOf(key)}: 1\\)\\. Keep it;`),
    );
    expectFinding(
      await withKey(`${endpointKey},${other}`),
      'endpoint key',
      'ok',
      /^No secret in the store needs the old key any longer \(fingerprint [0-9a-f]{8}\); you can drop it\.$/,
    );
    const lostKeys = [fingerprintOf(key)];
    const declared = await check({ store: { databaseUrl }, endpointKey: other, lostKeys });
    expectFinding(declared, 'endpoint key', 'ok', /decrypts the secrets/);
    await setSecretsAside({ databaseUrl });
    expectFinding(
      await withKey(other),
      'endpoint key',
      'note',
      /^Some secrets in the store are damaged and have to be replaced: authenticator\.secret ann\. No key/,
    );
  });
});

it('a check of a cloud accepts PostgreSQL 15 and later, and only a primary server', () => {
  const results = [
    { version: '14.12', number: 140_012, isStandby: false },
    { version: '15.0', number: 150_000, isStandby: false },
    { version: '17.2', number: 170_002, isStandby: true },
  ].map((server) => judgeServer(server, 'db/plenum').sentence);
  assert.deepEqual(results, [
    'PostgreSQL 14.12 at db/plenum is too old; a cloud needs PostgreSQL 15 or later.',
    'PostgreSQL 15.0 at db/plenum accepts connections.',
    'PostgreSQL 17.2 at db/plenum is a standby that accepts no writes; give the URL of the primary server.',
  ]);
});

describe('a check of a cloud with a data folder', () => {
  it('reports that the first start creates the store and the key, and creates neither', async () => {
    using folder = createDataFolder();
    const dataDir = join(folder.path, 'cloud');
    const findings = await check({ store: { dataDir } });
    assert.deepEqual(resultsOf(findings), { database: 'note', 'endpoint key': 'note' });
    expectFinding(
      findings,
      'database',
      'note',
      /cloud\.sqlite does not exist yet; the first start creates it/,
    );
    assert.deepEqual(readdirSync(folder.path), []);
  });

  it('changes no file of a stopped cloud, and works while the cloud runs', async () => {
    using folder = createDataFolder();
    const place = { dataDir: folder.path };
    await addSecret(place, key);
    writeFileSync(join(folder.path, 'endpoint.key'), `${endpointKey}\n`);
    const files = filesOf(folder.path);
    const expected = { database: 'ok', migrations: 'ok', 'endpoint key': 'ok' };
    assert.deepEqual(resultsOf(await check({ store: place })), expected);
    assert.deepEqual(filesOf(folder.path), files);
    await using _ = await openStore(place);
    assert.deepEqual(resultsOf(await check({ store: place })), expected);
  });

  it('reports a lost endpoint key', async () => {
    using folder = createDataFolder();
    await addSecret({ dataDir: folder.path }, key);
    expectFinding(
      await check({ store: { dataDir: folder.path } }),
      'endpoint key',
      'problem',
      /no endpoint\.key in the data folder, and the secrets in the store need it; restore it from a backup/,
    );
  });

  it('reports an empty store beside other files, and takes one that is alone for a new one', async () => {
    using folder = createDataFolder();
    const [store, keyFile] = ['cloud.sqlite', 'endpoint.key'].map((name) => join(folder.path, name)) as [
      string,
      string,
    ];
    writeFileSync(store, '');
    writeFileSync(join(folder.path, 'cloud.lock'), '');
    const place = { store: { dataDir: folder.path } };
    expectFinding(await check(place), 'database', 'note', /the first start creates it/);
    writeFileSync(keyFile, `${endpointKey}\n`);
    const sentence =
      /cloud\.sqlite is empty, although its folder has other files \(endpoint\.key\), as after a failed copy; restore a backup, or move the folder away to start afresh\.$/;
    expectFinding(await check(place), 'database', 'problem', sentence);
    const files = filesOf(folder.path);
    await assert.rejects(openStore({ dataDir: folder.path }), sentence);
    assert.deepEqual(filesOf(folder.path), files);
    rmSync(keyFile);
    await (await openStore({ dataDir: folder.path }))[Symbol.asyncDispose]();
    expectFinding(await check(place), 'database', 'ok', /can be read/);
  });

  it('reports a file that is not the store of a cloud', async () => {
    using folder = createDataFolder();
    writeFileSync(
      join(folder.path, 'cloud.sqlite'),
      'something else, which is longer than a header of SQLite',
    );
    expectFinding(
      await check({ store: { dataDir: folder.path } }),
      'database',
      'problem',
      /is not the store of a cloud/,
    );
  });
});

describe('a check of a cloud with NATS', { skip: natsMissing || opensslMissing }, () => {
  let authority: Authority;
  before(() => {
    authority = createAuthority();
  });
  after(() => authority?.[Symbol.dispose]());

  const checkNats = async (nats: NonNullable<CloudToCheck['nats']>) => {
    using folder = createDataFolder();
    return await check({ store: { dataDir: folder.path }, nats });
  };

  it('reports the release of the server, and whether the connection uses TLS', async () => {
    await using plain = await startNats();
    expectFinding(
      await checkNats(plain.url),
      'NATS',
      'ok',
      /^NATS \d[\d.]+\S* at 127\.0\.0\.1:\d+ accepts this node\.$/,
    );
    const { cert, key: file } = authority.issue();
    await using secure = await startNats({ config: `tls { cert_file: "${cert}", key_file: "${file}" }` });
    const { url } = secure;
    expectFinding(
      await checkNats({ url, caFile: authority.caFile }),
      'NATS',
      'ok',
      /accepts this node, over TLS/,
    );
  });

  it('reports a server that is silent, refuses the credentials or has a foreign certificate', async () => {
    const gone = await checkNats(`nats://127.0.0.1:${await freePort()}`);
    expectFinding(gone, 'NATS', 'problem', /^The NATS server 127\.0\.0\.1:\d+ cannot be reached/);
    await using locked = await startNats({ config: 'authorization { token: s3cret }' });
    expectFinding(
      await checkNats(locked.url),
      'NATS',
      'problem',
      /does not accept the credentials of this node/,
    );
    const { cert, key: file } = authority.issue();
    await using secure = await startNats({ config: `tls { cert_file: "${cert}", key_file: "${file}" }` });
    using stranger = createAuthority();
    const { url } = secure;
    expectFinding(await checkNats({ url, caFile: stranger.caFile }), 'NATS', 'problem', /cannot be reached/);
    expectFinding(
      await checkNats({ url, caFile: 'missing.pem' }),
      'NATS',
      'problem',
      /--nats-ca: missing\.pem/,
    );
  });
});

describe('a check of the certificate of a cloud', { skip: opensslMissing }, () => {
  it('reports a certificate in its last week, or that has expired or is not valid yet', () => {
    using folder = createDataFolder();
    const files = { cert: join(folder.path, 'cert.pem'), key: join(folder.path, 'key.pem') };
    const words = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
    const out = ['-days', '30', '-subj', '/CN=localhost', '-keyout', files.key, '-out', files.cert];
    execFileSync('openssl', [...words, ...out], { stdio: 'pipe' });
    const { validFrom, validTo } = new X509Certificate(readFileSync(files.cert));
    const [from, to] = [Date.parse(validFrom), Date.parse(validTo)];
    const week = 7 * 24 * 3_600_000;
    const results = [from - 1, from, to - week, to - week + 1, to - 1, to].map(
      (at) => checkCertificate(files, { ...systemClock, now: () => at }).result,
    );
    assert.deepEqual(results, ['problem', 'ok', 'ok', 'problem', 'problem', 'problem']);
  });

  it('reports files that are missing or do not belong together', async () => {
    using authority = createAuthority();
    using folder = createDataFolder();
    const [one, other] = [authority.issue('one'), authority.issue('other')];
    const checkFiles = (tls: NonNullable<CloudToCheck['tls']>) =>
      check({ store: { dataDir: folder.path }, tls });
    expectFinding(
      await checkFiles({ cert: one.cert, key: other.key }),
      'certificate',
      'problem',
      /are not a certificate and its key/,
    );
    expectFinding(
      await checkFiles({ cert: 'missing.pem', key: one.key }),
      'certificate',
      'problem',
      /^missing\.pem cannot be read \(ENOENT\)/,
    );
    expectFinding(await checkFiles(authority.issueExpired()), 'certificate', 'problem', /expired on .* 2021/);
  });
});

describe('a check of the SMTP server of a cloud', () => {
  it('signs in without sending an e-mail, and reports a wrong password and a missing server', async () => {
    using folder = createDataFolder();
    await using smtp = await startSmtpReceiver();
    const checkSmtp = async (url: string) =>
      await check({ store: { dataDir: folder.path }, smtp: { url, from: 'plenum@example.org' } });
    expectFinding(await checkSmtp(smtp.url), 'e-mail', 'ok', /accepts this cloud/);
    assert.deepEqual([smtp.connections > 0, smtp.mails.length], [true, 0]);
    const refused = /^The SMTP server does not accept this cloud \(.+\); check PLENUM_SMTP_URL/;
    const wrong = await checkSmtp(`smtp://plenum:s3cret@127.0.0.1:${smtp.port}`);
    expectFinding(wrong, 'e-mail', 'problem', refused);
    assert.doesNotMatch(JSON.stringify(wrong), /s3cret/);
    expectFinding(await checkSmtp(`smtp://127.0.0.1:${await freePort()}`), 'e-mail', 'problem', refused);
    expectFinding(
      await checkSmtp('http://example.org'),
      'e-mail',
      'problem',
      /is not the URL of an SMTP server/,
    );
  });
});
