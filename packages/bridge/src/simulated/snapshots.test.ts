import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ok } from '@plenum/protocol/refusal';
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
