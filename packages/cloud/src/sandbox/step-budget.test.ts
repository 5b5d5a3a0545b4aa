import assert from 'node:assert/strict';
import { maxClockDifference } from '@plenum/platform';
import { limits } from '@plenum/protocol/cloud';
import { longestStep } from '@plenum/protocol/simulation';
import { withStore } from '../fixture/with-store.fixture.ts';
import { insertAccount } from '../fleet/bridge/account.fixture.ts';
import type { Store } from '../kernel/database/store.ts';
import { countStep } from './step-budget.ts';

const { rate, burst } = limits.testSteps;
const now = 1_000_000;

/** Returns a function that counts a step, and the time that it then has to wait in ms. */
const open = async (store: Store) => {
  for (const developer of ['dev', 'eve']) await insertAccount(store, developer);
  return (seconds: number, { at = now, developer = 'dev' } = {}) =>
    store.transaction('full', ({ db }) => countStep(db, developer, { seconds, now: at }));
};

withStore(
  'counts steps of a clock until the limit is used, and then gives the time to wait',
  async (store) => {
    const step = await open(store);
    assert.equal(await step(burst), 0);
    // Nothing is left, but a step that begins may be larger than what is left.
    assert.equal(await step(10 * rate), 0);
    assert.equal(await step(1), 10_000);
    assert.equal(await step(1), 10_000, 'a refused step is not counted');
    assert.equal(await step(1, { at: now + 9_999 }), 1);
    assert.equal(await step(rate, { at: now + 10_000 }), 0);
    assert.equal(await step(1, { at: now + 10_000 }), 1_000);
    assert.equal(await step(burst, { developer: 'eve' }), 0, 'each developer has a limit');
  },
);

withStore('gives a step back that did not take place, and no more than the whole limit', async (store) => {
  const step = await open(store);
  await step(burst);
  await step(10 * rate);
  assert.equal(await step(-10 * rate), 0);
  assert.equal(await step(rate), 0);
  assert.equal(await step(1), 1_000);
  assert.equal(await step(-3 * burst), 0);
  assert.equal(await step(burst), 0);
  assert.equal(await step(rate), 0);
  assert.equal(await step(1), 1_000);
});

withStore('forgets what was counted before the clock of the machine went back', async (store) => {
  const step = await open(store);
  const longest = ((burst + longestStep) / rate) * 1_000 + maxClockDifference;
  const setFull = (full_at: number) => store.db.updateTable('test_steps').set({ full_at }).execute();
  await step(burst);
  await setFull(now + longest);
  assert.ok((await step(1)) > 0);
  await setFull(now + longest + 1);
  assert.equal(await step(1), 0);
});
