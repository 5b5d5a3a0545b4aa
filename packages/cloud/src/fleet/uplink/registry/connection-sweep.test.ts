import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { openStore } from '../../../kernel/database/store.ts';
import { type Log, silent } from '../../../kernel/log/log.ts';
import { insertAccount } from '../../bridge/account.fixture.ts';
import { readBridges } from '../../bridge/store.ts';
import { home, other, pairAndConnect } from '../../component/bridge.fixture.ts';
import type { BridgeConnection } from '../connection/connection.ts';
import { startConnectionSweep } from './connection-sweep.ts';

/** Creates a connection whose bridge sent its last message at the given time, and records why it was closed. */
const createConnectionOf = (systemId: string, epoch: number, receivedAt = 0) => {
  const closed: string[] = [];
  const connection = {
    systemId,
    epoch,
    lastReceivedAt: () => receivedAt,
    close: (reason: string) => void closed.push(reason),
  } as unknown as BridgeConnection;
  return { connection, closed };
};

test('closes a connection whose bridge has sent nothing for longer than allowed', async () => {
  using folder = createDataFolder();
  await using store = await openStore({ dataDir: folder.path });
  const clock = createFakeClock(0);
  const [older, newer] = [createConnectionOf(home, 1, 99), createConnectionOf(other, 1, 100)];
  const registry = { all: () => [older.connection, newer.connection] };
  const about = { registry, store, nodeId: 'N', clock, elapsed: () => clock.now() + 100, log: silent };
  await using _ = startConnectionSweep({ ...about, idleTimeout: 400 });
  clock.advance(399);
  assert.deepEqual([older.closed, newer.closed], [[], []]);
  clock.advance(1);
  assert.deepEqual([older.closed, newer.closed], [['silent'], []]);
  clock.advance(99);
  assert.equal(older.closed.length, 1, 'checks four times in that period');
  clock.advance(1);
  assert.deepEqual([older.closed, newer.closed], [['silent', 'silent'], ['silent']]);
});

test('a node that was blocked reads what has arrived before it closes silent connections', async () => {
  using folder = createDataFolder();
  await using store = await openStore({ dataDir: folder.path });
  const clock = createFakeClock(0);
  let blocked = 0;
  const quiet = createConnectionOf(home, 1);
  const registry = { all: () => [quiet.connection] };
  const about = { registry, store, nodeId: 'N', clock, elapsed: () => clock.now() + blocked, log: silent };
  await using _ = startConnectionSweep({ ...about, idleTimeout: 400 });
  blocked = 1_000;
  clock.advance(100);
  assert.deepEqual(quiet.closed, []);
  clock.advance(100);
  assert.deepEqual(quiet.closed, ['silent']);
});

test('stores connected bridges every minute, and closes connections that are not the newest', async () => {
  using folder = createDataFolder();
  await using store = await openStore({ dataDir: folder.path });
  await insertAccount(store, 'ann');
  const current = await pairAndConnect(store, home, 'ann');
  await pairAndConnect(store, other, 'ann');
  const clock = createFakeClock(0);
  const connections = [
    createConnectionOf(home, current.epoch() - 1),
    createConnectionOf(home, current.epoch()),
    createConnectionOf('000000009', 1),
  ];
  const registry = { all: () => connections.map(({ connection }) => connection) };
  const about = { registry, store, nodeId: 'N', clock, elapsed: () => 0, idleTimeout: 1_000_000 };
  const sweep = startConnectionSweep({ ...about, log: silent });
  const lastSeen = async () => {
    const bridges = await readBridges(store.db, { accountId: 'ann', now: 0 });
    return bridges.map((bridge) => bridge.lastSeen);
  };
  clock.advance(59_999);
  await sweep[Symbol.asyncDispose]();
  assert.deepEqual(await lastSeen(), [0, 0]);

  await using again = startConnectionSweep({ ...about, log: silent });
  clock.advance(60_000);
  while ((await lastSeen()).includes(0) || connections[0]!.closed.length === 0) await turn();
  await again[Symbol.asyncDispose]();
  assert.deepEqual(await lastSeen(), [119_999, 119_999]);
  assert.deepEqual(
    connections.map(({ closed }) => closed),
    [['replaced'], [], ['replaced']],
  );
});

test('logs a failure to store which bridges are connected', async () => {
  using folder = createDataFolder();
  await using store = await openStore({ dataDir: folder.path });
  await insertAccount(store, 'ann');
  await pairAndConnect(store, home, 'ann');
  const clock = createFakeClock(0);
  const logged: string[] = [];
  const { promise: isLogged, resolve } = Promise.withResolvers<void>();
  const log: Log = {
    ...silent,
    error: (_, sentence) => {
      logged.push(sentence);
      resolve();
    },
  };
  const all = () => {
    throw new Error('broken');
  };
  const about = { store, nodeId: 'N', clock, elapsed: () => 0, idleTimeout: 1_000_000, log };
  await using _ = startConnectionSweep({ ...about, registry: { all } });
  clock.advance(60_000);
  await isLogged;
  assert.deepEqual(logged, ['which bridges are connected could not be stored']);
});
