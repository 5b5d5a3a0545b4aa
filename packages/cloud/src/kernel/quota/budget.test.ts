import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { createBudget } from './budget.ts';

const create = () => {
  const clock = createFakeClock();
  return { clock, budget: createBudget({ rate: 100, burst: 1_000 }, clock) };
};

test('the burst may be used at once, and one amount more than is left', () => {
  const { budget } = create();
  assert.equal(budget.spend('a', 1_000), 0);
  assert.equal(budget.spend('a', 1), 10, 'one of 100 a second');
  assert.equal(budget.wait('a'), 10);
  assert.equal(budget.spend('a', 499), 5_000);
});

test('an overdrawn budget recovers by its rate, up to the burst', () => {
  const { clock, budget } = create();
  budget.spend('a', 1_100);
  clock.advance(999);
  assert.equal(budget.wait('a'), 1);
  clock.advance(1);
  assert.equal(budget.wait('a'), 0);
  clock.advance(3_600_000);
  assert.equal(budget.spend('a', 1_000), 0);
  assert.notEqual(budget.spend('a', 1), 0, 'it holds no more than the burst');
});

test('each key has a budget of its own, and a full one is not stored', () => {
  const { clock, budget } = create();
  budget.spend('a', 5_000);
  assert.equal(budget.wait('b'), 0);
  assert.equal(budget.spend('b', 1), 0);
  clock.advance(10_000);
  assert.equal(budget.size(), 1, 'the overdrawn one is remembered');
  clock.advance(40_000);
  assert.equal(budget.size(), 0);
});

test('a clock that is set back fills no budget', () => {
  const { clock, budget } = create();
  budget.spend('a', 1_100);
  clock.set(clock.now() - 3_600_000);
  assert.equal(budget.wait('a'), 1_000);
});
