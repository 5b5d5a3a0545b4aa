import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { it } from 'node:test';
import { systemClock } from '@plenum/platform';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { until } from '@plenum/testbed/until';
import { sql } from 'kysely';
import { insertEndpoint } from '../delivery/delivery-rows.fixture.ts';
import { insertApp } from '../delivery/house.fixture.ts';
import { onEachStore, withStore } from '../fixture/with-store.fixture.ts';
import { insertAccount } from '../fleet/bridge/account.fixture.ts';
import { createEncryption, fingerprintOf } from '../kernel/crypto/encryption.ts';
import { systemRandom } from '../kernel/crypto/random.ts';
import { openStore, type Store } from '../kernel/database/store.ts';
import { type Log, silent } from '../kernel/log/log.ts';
import { checkEndpointKeys } from './endpoint-keys.ts';
import { startReencryption } from './reencryption.ts';
import { storedSecrets } from './stored-secrets.ts';

const [oldKey, newKey] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const encryptionOf = (...keys: [Buffer, ...Buffer[]]) => createEncryption(keys, systemRandom);
const [old, both, onlyNew] = [encryptionOf(oldKey), encryptionOf(newKey, oldKey), encryptionOf(newKey)];

/** Number of endpoints: more than one transaction encrypts again. */
const endpoints = 230;

/** Fills a store with every kind of secret, encrypted with the old key. */
const fill = async (store: Store) => {
  const { db } = store;
  await insertApp(store, 'app');
  for (let number = 0; number < endpoints; number++) {
    const id = `endpoint ${number}`;
    const [secret, old_secret] = [old.encrypt(`secret ${id}`, id), old.encrypt(`previous ${id}`, id)];
    await insertEndpoint(db, { id, client_id: 'app', secret, old_secret, old_secret_until: 9_999 });
  }
  await insertAccount(store, 'ann');
  const secret = old.encrypt('totp', 'authenticator of ann');
  await db
    .insertInto('authenticator')
    .values({ account_id: 'ann', secret, confirmed_at: 1, last_counter: 0 })
    .execute();
  await db
    .insertInto('push_key')
    .values({ id: 1, public_key: 'public', private_key: old.encrypt('private', 'push-key') })
    .execute();
  await db
    .insertInto('push_subscription')
    .values({
      id: 'browser',
      account_id: 'ann',
      session_hash: '',
      endpoint_hash: '',
      choices: '{}',
      house_choices: null,
      reader: '{}',
      lasting: '{}',
      queue: '{}',
      seen_at: 0,
      look_at: 0,
      target: old.encrypt('target', 'browser'),
      send_at: null,
      lease_until: 0,
    })
    .execute();
};

/** Decrypts every secret of a store with the first of the given keys that can. */
const decryptAll = async ({ db }: Store, encryption = onlyNew) => {
  const read: string[] = [];
  for (const { table, column, id, contextOf } of storedSecrets) {
    const { rows } = await sql<{ id: string; secret: string }>`
      SELECT ${sql.ref(id)} AS id, ${sql.ref(column)} AS secret FROM ${sql.table(table)}`.execute(db);
    for (const row of rows) read.push(encryption.decrypt(row.secret, contextOf(String(row.id))));
  }
  return read.toSorted();
};

const countOld = async ({ db }: Store): Promise<number> => {
  const endpointKey = [newKey, oldKey].map((key) => key.toString('base64')).join();
  const { others } = await checkEndpointKeys({ store: { databaseUrl: '' }, endpointKey }, { db, now: 0 });
  return others.get(fingerprintOf(oldKey))!;
};

withStore('encrypts every secret again with the first key, on several nodes at once', async (store) => {
  await fill(store);
  const before = await decryptAll(store, old);
  assert.equal(await countOld(store), before.length);
  const clock = createFakeClock();
  clock.set(5_000);
  {
    const about = { store, encryption: both, clock, log: silent };
    await using _first = startReencryption(about);
    await using _second = startReencryption(about);
    await until('no secret needs the old key', async () => (await countOld(store)) === 0);
  }
  assert.deepEqual(await decryptAll(store), before);
});

withStore('sets damaged secrets aside and leaves secrets of other keys as they are', async (store) => {
  await insertApp(store, 'app');
  const other = encryptionOf(Buffer.alloc(32, 3));
  const secrets = {
    damaged: `${old.encrypt('x', 'damaged').slice(0, -4)}AAAA`,
    'other key': other.encrypt('x', 'other key'),
    good: old.encrypt('x', 'good'),
  };
  for (const [id, secret] of Object.entries(secrets))
    await insertEndpoint(store.db, { id, client_id: 'app', secret });
  const lines: unknown[] = [];
  const add = (facts: object, sentence: string) => lines.push([facts, sentence]);
  const log: Log = { info: add, warn: add, error: add };
  {
    await using _ = startReencryption({ store, encryption: both, clock: systemClock, log });
    await until('it is done', async () => lines.length === 2);
  }
  const rows = await store.db.selectFrom('endpoint').select(['id', 'secret']).execute();
  const stored = Object.fromEntries(rows.map(({ id, secret }) => [id, secret]));
  assert.deepEqual({ ...stored, good: secrets.good }, { ...secrets, damaged: `damaged.${secrets.damaged}` });
  assert.equal(onlyNew.decrypt(stored.good!, 'good'), 'x');
  assert.deepEqual(lines, [
    [{ secrets: 1 }, 'secrets were encrypted again with the first endpoint key'],
    [
      { secrets: 1, names: ['endpoint.secret damaged'] },
      'secrets that were encrypted with an old endpoint key are damaged; they no longer need that key and have to be replaced',
    ],
  ]);
});

withStore('ends a replacement of keys although a secret is damaged, and reports it', async (store) => {
  const { db } = store;
  await insertApp(store, 'app');
  const damaged = `${old.encrypt('x', 'hit').slice(0, -4)}AAAA`;
  await insertEndpoint(db, { id: 'hit', client_id: 'app', secret: damaged });
  const clock = createFakeClock();
  {
    await using _ = startReencryption({ store, encryption: both, clock, log: silent });
    await until('no secret needs the old key', async () => (await countOld(store)) === 0);
  }
  const endpointKey = newKey.toString('base64');
  const use = await checkEndpointKeys({ store: { databaseUrl: '' }, endpointKey }, { db, now: 0 });
  assert.deepEqual([use.hasSecrets, use.damaged], [false, ['endpoint.secret hit']]);
  const { secret } = await db.selectFrom('endpoint').select('secret').executeTakeFirstOrThrow();
  assert.throws(() => both.decrypt(secret, 'hit'), /^Error: damaged before the keys were replaced$/);
});

onEachStore('encrypting secrets again', (engine) => {
  it('a node that is killed leaves every secret readable, and the next one ends the work', async () => {
    await using where = await engine.createPlace();
    {
      await using store = await openStore(where.place);
      await fill(store);
    }
    const script = join(import.meta.dirname, 'reencryption-node.fixture.ts');
    const keys = [newKey, oldKey].map((key) => key.toString('base64'));
    const node = fork(script, [JSON.stringify({ place: where.place, keys })]);
    await once(node, 'message');
    const ended = once(node, 'exit');
    node.kill('SIGKILL');
    await ended;

    await using store = await openStore(where.place);
    const secrets = await decryptAll(store, both);
    assert.equal(await countOld(store), secrets.length - 100);
    const clock = createFakeClock();
    clock.set(5_000);
    await using _ = startReencryption({ store, encryption: both, clock, log: silent });
    await until('no secret needs the old key', async () => (await countOld(store)) === 0);
    assert.deepEqual(await decryptAll(store), secrets);
  });
});
