import assert from 'node:assert/strict';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { insertEndpoint } from '../delivery/delivery-rows.fixture.ts';
import { insertApp } from '../delivery/house.fixture.ts';
import { withStore } from '../fixture/with-store.fixture.ts';
import { insertAccount } from '../fleet/bridge/account.fixture.ts';
import { leastCost } from '../identity/account/accounts.fixture.ts';
import { createEncryption, fingerprintOf } from '../kernel/crypto/encryption.ts';
import { systemRandom } from '../kernel/crypto/random.ts';
import { openStore } from '../kernel/database/store.ts';
import { cloudFailures } from '../kernel/failure/failure.ts';
import { startClimateCloud } from './climate-cloud.ts';
import { checkEndpointKeys } from './endpoint-keys.ts';

const newKey = () => systemRandom.bytes(32);
const [ours, other, third] = [newKey(), newKey(), newKey()];
const encrypt = (key: Buffer, context: string) =>
  createEncryption([key], systemRandom).encrypt('whsec_AAAA', context);
const textOf = (...keys: Buffer[]) => keys.map((key) => key.toString('base64')).join();

const refusal = (pattern: RegExp) => (error: unknown) => {
  assert.ok(cloudFailures.is(error), String(error));
  assert.match(error.message, pattern);
  return true;
};

withStore('refuses keys that cannot decrypt every valid secret in the store', async (store) => {
  const { db } = store;
  const now = 1_000;
  // Only the keys are read from the configuration.
  const checked = (endpointKey: string, lostKeys: readonly string[] = []) =>
    checkEndpointKeys({ store: { databaseUrl: '' }, endpointKey, lostKeys }, { db, now });
  const needs = (...keys: Buffer[]) =>
    refusal(
      new RegExp(`\\(fingerprint ${keys.map(fingerprintOf).toSorted().join(', ')}\\); give that key too`),
    );
  assert.deepEqual(await checked(textOf(ours)), {
    hasKeys: true,
    hasSecrets: false,
    others: new Map(),
    damaged: [],
  });
  await insertApp(store, 'app');
  await insertEndpoint(db, { id: 'one', client_id: 'app', secret: encrypt(ours, 'one') });
  assert.deepEqual(await checked(textOf(ours)), {
    hasKeys: true,
    hasSecrets: true,
    others: new Map(),
    damaged: [],
  });
  await assert.rejects(checked(textOf(other)), needs(ours));
  await assert.doesNotReject(checked(textOf(other, ours)));

  const old = {
    id: 'two',
    client_id: 'app',
    secret: encrypt(ours, 'two'),
    old_secret: encrypt(other, 'two'),
  };
  await insertEndpoint(db, { ...old, old_secret_until: now });
  await assert.doesNotReject(checked(textOf(ours)));
  await db
    .updateTable('endpoint')
    .where('id', '=', 'two')
    .set({ old_secret_until: now + 1 })
    .execute();
  await assert.rejects(checked(textOf(ours)), needs(other));

  await insertAccount(store, 'ann');
  const authenticator = {
    account_id: 'ann',
    secret: encrypt(third, 'ann'),
    confirmed_at: 1,
    last_counter: 0,
  };
  await db.insertInto('authenticator').values(authenticator).execute();
  await assert.rejects(checked(textOf(ours)), needs(other, third));
  await assert.rejects(checked(textOf(ours), [fingerprintOf(third)]), needs(other));
  await assert.doesNotReject(checked(textOf(ours), [fingerprintOf(third), fingerprintOf(other)]));
});

withStore('accepts damaged secrets, because no key can decrypt them', async (store) => {
  const { db } = store;
  await insertApp(store, 'app');
  for (const [id, secret] of [
    ['cut', encrypt(ours, 'cut').slice(0, 20)],
    ['short', 'v1.0123'],
    ['empty', ''],
    ['other text', 'whsec_01234567.89'],
  ] as const)
    await insertEndpoint(db, { id, client_id: 'app', secret });
  const config = { store: { databaseUrl: '' }, endpointKey: textOf(ours) };
  assert.deepEqual(await checkEndpointKeys(config, { db, now: 0 }), {
    hasKeys: true,
    hasSecrets: true,
    others: new Map(),
    damaged: [],
  });
});

it('refuses to start without the store’s key, and starts if the key is declared lost', async () => {
  using folder = createDataFolder();
  const file = join(folder.path, 'endpoint.key');
  {
    await using store = await openStore({ dataDir: folder.path });
    await insertApp(store, 'app');
    await insertEndpoint(store.db, { id: 'one', client_id: 'app', secret: encrypt(ours, 'one') });
  }
  const start = (lostKeys: readonly string[] = []) =>
    startClimateCloud({ store: { dataDir: folder.path }, httpPort: 0, passwordCost: leastCost, lostKeys });
  const fingerprint = fingerprintOf(ours);
  const wayOut = `If it is lost, start with --lost-key ${fingerprint}; developers then have to replace`;
  await assert.rejects(
    start(),
    refusal(new RegExp(`^There is no endpoint\\.key in the data folder, .+ from a backup\\. ${wayOut}`)),
  );
  assert.equal(existsSync(file), false);
  writeFileSync(file, textOf(other));
  await assert.rejects(start(), refusal(new RegExp(`\\(fingerprint ${fingerprint}\\); .+ ${wayOut}`)));
  rmSync(file);
  await (await start([fingerprint]))[Symbol.asyncDispose]();
  assert.equal(existsSync(file), true);
});
