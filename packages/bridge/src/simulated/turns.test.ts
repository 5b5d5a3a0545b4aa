import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { createTurns } from './turns.ts';

test('gives turns in order, but first to work that somebody waits for', async () => {
  const { run } = createTurns({ slice: 1, share: 1 })('ann');
  const done: string[] = [];
  const work = (name: string) => () => void done.push(name);
  await Promise.all([run(work('a')), run(work('b')), run(work('copy'), { isFirst: true }), run(work('c'))]);
  assert.deepEqual(done, ['copy', 'a', 'b', 'c']);
});

test('gives accounts a turn each, however much work one of them has', async () => {
  const turnsOf = createTurns({ slice: 1, share: 1 });
  const done: string[] = [];
  const add = (account: string, name: string, isFirst = false) =>
    turnsOf(account).run(() => void done.push(name), { isFirst });
  const all = ['a1', 'a2', 'a3', 'a4'].map((name) => add('ann', name));
  await Promise.all([...all, add('ben', 'b1'), add('ben', 'b2'), add('cat', 'copy', true)]);
  assert.deepEqual(done, ['a1', 'b1', 'copy', 'a2', 'b2', 'a3', 'a4']);
});

test('gives the next turn after work that failed', async () => {
  const { run } = createTurns({ slice: 1, share: 1 })('ann');
  const failed = run(() => {
    throw new Error('full');
  });
  const next = run(() => 5);
  await assert.rejects(failed, /full/);
  assert.equal(await next, 5);
});

test('leaves turns of the event loop to other work in proportion to the time that was used', async () => {
  const { run } = createTurns({ slice: 1, share: 0.2 })('ann');
  const use = () => {
    const until = performance.now() + 5;
    while (performance.now() < until);
  };
  await run(use);
  const begun = performance.now();
  let isNext = false;
  const next = run(() => {
    isNext = true;
  });
  let others = 0;
  for (; !isNext; others++) await setImmediate();
  await next;
  // Four times the 5 ms that were used; a timer may run 1 ms early. A busy machine gives few turns in that time.
  const pause = performance.now() - begun;
  assert.ok(pause >= 18 && others > 0, `${pause} ms, ${others} other turns`);
});
