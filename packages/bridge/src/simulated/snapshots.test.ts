import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ok, type Result } from '@plenum/protocol/refusal';
import { bridgeFailures } from '../bridge-failures.ts';
import { createSnapshots, type Fork } from './snapshots.ts';

it('stops a fork that is still starting when the bridge stops', async () => {
  const starting = Promise.withResolvers<Fork>();
  let stopped = 0;
  const snapshots = createSnapshots({
    take: () => ({ store: new Uint8Array(1), at: 0, quirks: {} }) as never,
    restore: () => ok(undefined),
    startFork: () => starting.promise,
    limits: { snapshots: 1, snapshotBytes: 1, forks: 1 },
  });
  const fork = snapshots.startFork({ port: 1 });
  const end = snapshots[Symbol.asyncDispose]();
  starting.resolve({ at: () => 0, [Symbol.asyncDispose]: async () => void stopped++ });
  await Promise.all([fork, end]);
  assert.equal(stopped, 1);
});

const codeOf = (result: Result<undefined>) => (result.ok ? 'ok' : result.refusal.code);

it('frees the port and the slot of a fork that could not start', async () => {
  let isTaken = true;
  await using snapshots = createSnapshots({
    take: () => ({ store: new Uint8Array(1), at: 0, quirks: {} }) as never,
    restore: () => ok(undefined),
    startFork: async (_, port) => {
      if (isTaken) throw bridgeFailures.error('port-taken', { protocol: 'TCP', host: '127.0.0.1', port });
      return { at: () => 0, [Symbol.asyncDispose]: async () => {} };
    },
    limits: { snapshots: 1, snapshotBytes: 1, forks: 1 },
  });
  assert.equal(codeOf(await snapshots.startFork({ port: 1 })), 'not-available');
  assert.deepEqual(snapshots.list().forks, []);
  isTaken = false;
  assert.equal(codeOf(await snapshots.startFork({ port: 1 })), 'ok');
  assert.equal(codeOf(await snapshots.startFork({ port: 2 })), 'too-many');
});

it('no longer counts the bytes of a snapshot that was replaced', async () => {
  let bytes = 3;
  await using snapshots = createSnapshots({
    take: () => ({ store: new Uint8Array(bytes), at: 0, quirks: {} }) as never,
    restore: () => ok(undefined),
    startFork: () => Promise.reject(new Error('unused')),
    limits: { snapshots: 2, snapshotBytes: 5, forks: 1 },
  });
  assert.equal(codeOf(snapshots.save('a')), 'ok');
  assert.equal(codeOf(snapshots.save('b')), 'too-high');
  assert.equal(codeOf(snapshots.save('a')), 'ok');
  bytes = 2;
  assert.equal(codeOf(snapshots.save('b')), 'ok');
  bytes = 4;
  assert.equal(codeOf(snapshots.save('a')), 'too-high');
});
