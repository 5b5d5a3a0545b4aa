import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSlots, type Pool } from './slots.ts';

const ofNode = { healthy: 4, strained: 3, maxConcurrent: 5 };
const ofDeveloper = { healthy: 2, strained: 2, maxConcurrent: 3 };

const open = (developer = { healthy: 9, strained: 9, maxConcurrent: 9 }) => {
  const freed: Pool[] = [];
  const slots = createSlots({ ...ofNode, developer }, (pool) => freed.push(pool));
  const take = (pool: Pool, ...developers: string[]) => {
    for (const each of developers) slots.take(pool, each);
  };
  const left = () => [slots.claimable('healthy'), slots.claimable('strained')];
  return { slots, freed, take, left };
};

describe('delivery slots', () => {
  it('limits deliveries for each pool and in total', () => {
    const { slots, take, left } = open();
    assert.deepEqual(left(), [4, 3]);
    take('healthy', 'ann', 'ann', 'bob');
    assert.deepEqual(left(), [1, 2]);
    take('strained', 'bob', 'bob');
    assert.deepEqual(left(), [0, 0]);
    assert.equal(slots.used(), 5);
    // A delivery that became slow moves to the other pool, even if that is full.
    take('strained', 'ann', 'ann');
    assert.deepEqual(left(), [0, 0]);
    slots.release('strained', 'ann');
    slots.release('strained', 'ann');
    slots.release('healthy', 'bob');
    assert.deepEqual([left(), slots.used()], [[1, 1], 4]);
  });

  it('reports a free slot once to a pool that found no free slot', () => {
    const { slots, take, freed } = open();
    take('healthy', 'ann', 'ann', 'ann', 'ann');
    slots.release('healthy', 'ann');
    assert.deepEqual(freed, [], 'no request was refused');
    take('healthy', 'ann');
    assert.equal(slots.claimable('healthy'), 0);
    slots.release('healthy', 'ann');
    assert.deepEqual(freed, ['healthy']);
    slots.release('healthy', 'ann');
    assert.deepEqual(freed, ['healthy']);
  });

  it('reports a freed slot to the other pool, too, if the node was at its total limit', () => {
    const { slots, take, left, freed } = open();
    take('healthy', 'ann', 'ann', 'ann');
    take('strained', 'bob', 'bob');
    assert.deepEqual(left(), [0, 0]);
    slots.release('healthy', 'ann');
    assert.deepEqual(freed, ['healthy', 'strained']);
  });

  it('does not report a slot freed by one pool to the other pool if that pool itself is full', () => {
    const { slots, take, left, freed } = open();
    take('strained', 'bob', 'bob', 'bob');
    take('healthy', 'ann');
    assert.deepEqual(left(), [1, 0]);
    slots.release('healthy', 'ann');
    assert.deepEqual(freed, []);
    slots.release('strained', 'bob');
    assert.deepEqual(freed, ['strained']);
  });
});

describe('the slot quota of a developer', () => {
  it("a developer's quota is used up at the limit of the pool or at the total limit", () => {
    const { slots, take } = open(ofDeveloper);
    take('healthy', 'ann');
    take('strained', 'bob', 'bob');
    assert.deepEqual([slots.full('healthy'), slots.full('strained')], [[], ['bob']]);
    take('healthy', 'ann');
    assert.deepEqual([slots.full('healthy'), slots.full('strained')], [['ann'], ['bob']]);
    take('strained', 'ann');
    assert.deepEqual([slots.full('healthy'), slots.full('strained')], [['ann'], ['ann', 'bob']]);
  });

  it("reports a developer's free slot in each pool in which the developer's quota was used up", () => {
    const { slots, take, freed } = open(ofDeveloper);
    take('healthy', 'ann', 'ann');
    slots.release('healthy', 'ann');
    assert.deepEqual(freed, ['healthy']);
    take('healthy', 'ann');
    take('strained', 'ann');
    freed.length = 0;
    slots.release('healthy', 'ann');
    assert.deepEqual(freed, ['healthy', 'strained']);
    freed.length = 0;
    slots.release('strained', 'ann');
    slots.release('healthy', 'ann');
    assert.deepEqual([freed, slots.full('healthy'), slots.used()], [[], [], 0]);
  });
});
