import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { onEachStore } from '../../fixture/with-store.fixture.ts';
import { signedMessages } from '../database/migrations/014-signed-messages.ts';
import { migrations } from '../database/migrations/all.ts';
import { openStore } from '../database/store.ts';
import { readUnsignedUntil, upgradePeriod } from './unsigned-until.ts';

it('unsigned messages are accepted for a day after a node that signs opened a database of an earlier release', async () => {
  using folder = createDataFolder();
  const place = { dataDir: folder.path };
  const earlier = migrations.slice(0, signedMessages.number - 1);
  await (await openStore(place, { now: () => 1_000, steps: earlier }))[Symbol.asyncDispose]();
  for (const now of [5_000_000, 900_000_000]) {
    await using store = await openStore(place, { now: () => now });
    assert.equal(await readUnsignedUntil(store), 5_000_000 + upgradePeriod);
  }
});

onEachStore('unsigned messages', (engine) => {
  it('are never accepted where the database was made by nodes that sign', async () => {
    await using where = await engine.createPlace();
    let now = 1_000;
    await using store = await openStore(where.place, { now: () => now++ });
    assert.equal(await readUnsignedUntil(store), 0);
  });
});
