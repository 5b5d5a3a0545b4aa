import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSerialQueue } from './serial-queue.ts';

test('a serial queue starts a function when the previous one has ended', async () => {
  const inTurn = createSerialQueue();
  const said: string[] = [];
  const first = Promise.withResolvers<void>();
  const one = inTurn(async () => {
    said.push('one begins');
    await first.promise;
    said.push('one ends');
  });
  const two = inTurn(async () => said.push('two'));
  await Promise.resolve();
  first.resolve();
  await Promise.all([one, two]);
  assert.deepEqual(said, ['one begins', 'one ends', 'two']);
});

test('a serial queue runs the next function after a failure', async () => {
  const inTurn = createSerialQueue();
  const failing = inTurn(() => Promise.reject(new Error('no')));
  const after = inTurn(async () => 'done');
  await assert.rejects(failing, /no/);
  assert.equal(await after, 'done');
});
