import assert from 'node:assert/strict';
import { it } from 'node:test';
import { findDifferences } from '@plenum/testbed/findings';
import { findOpenLedger, findStrangers, findWrongExecutions, toComponents } from './judge.ts';

const zone = (index: number, datagram: object) => ({
  componentId: `510000000_hvac_zone_${index}`,
  datagram: { Index: index, ...datagram },
});

const start = Date.UTC(2026, 0, 1);
/** A command that was sent and acknowledged at times in ms since `start`. */
const command = (zone: string, sentAt: number, acknowledgedAt?: number) => ({
  zone,
  by: 'the app of ann',
  attempts: 2,
  sentAt: start + sentAt,
  ...(acknowledgedAt === undefined
    ? { gaveUpAt: start + sentAt }
    : { acknowledgedAt: start + acknowledgedAt }),
});

it('the soak finds commands that were acknowledged and lost, or executed twice', () => {
  const sent = new Map([
    ['c0', command('a', 0, 0)],
    ['c1', command('a', 100)],
    ['c2', command('a', 200)],
    ['c3', command('b', 0, 1_500)],
  ]);
  const executed = new Map([
    ['c0', 1],
    ['c1', 2],
  ]);
  assert.deepEqual(
    findWrongExecutions(sent, executed, () => true),
    [
      'c1 was executed 2 times',
      'lost: Name c3 for b by the app of ann, sent at 00:00:00.000 in 2 attempts, acknowledged at 00:00:01.500. Executed there meanwhile: nothing.',
    ],
  );
});

it('the soak accepts a replaced command only if its bridge queues and executed another', () => {
  const lost = (replacing: ReturnType<typeof command>, mayReplace = true) => {
    const sent = new Map([
      ['c0', command('a', 1_000, 2_000)],
      ['c1', replacing],
    ]);
    return findWrongExecutions(sent, new Map([['c1', 1]]), () => mayReplace).length;
  };
  assert.equal(lost(command('a', 2_000, 3_000)), 0);
  assert.equal(lost(command('a', 2_001, 3_000)), 1);
  assert.equal(lost(command('a', 0, 1_000)), 0);
  assert.equal(lost(command('a', 0, 999)), 1);
  // Nobody waits for this one any longer, but the bridge may still execute it.
  assert.equal(lost(command('a', -59_000)), 0);
  assert.equal(lost(command('a', -59_001)), 1);
  assert.equal(lost(command('b', 1_000, 2_000)), 1);
  assert.equal(lost(command('a', 1_000, 2_000), false), 1);
});

it('the soak finds components that differ, are missing or should not exist', () => {
  const house = toComponents([zone(0, { Temp: 2200 }), zone(1, {}), zone(2, {})]);
  const cloud = toComponents([zone(0, { Temp: 2210 }), zone(1, {}), zone(3, {})]);
  assert.deepEqual(findDifferences('the cloud', house, cloud), [
    'the cloud: 510000000_hvac_zone_0 is {"Index":0,"Temp":2210}, not {"Index":0,"Temp":2200}',
    'the cloud: 510000000_hvac_zone_2 is undefined, not {"Index":2}',
    'the cloud: 510000000_hvac_zone_3 is {"Index":3}, not undefined',
  ]);
  assert.deepEqual(findDifferences('the cloud', house, new Map(house)), []);
});

it('the soak finds components that a person may not receive', () => {
  const found = (id: string) => findStrangers('kim', new Set([id]), [zone(0, {})]);
  assert.deepEqual(found('510000000'), []);
  assert.deepEqual(found('510000001'), ['kim received 510000000_hvac_zone_0, which is not theirs']);
  assert.equal(findStrangers('kim', new Set(['510000000']), [{ componentId: 'x' }]).length, 1);
});

it('the soak finds unexplained ledgers and changes that a good endpoint did not receive', () => {
  const closed = { changes: 10, delivered: 6, superseded: 2, pending: 1, dead: 1 };
  assert.deepEqual(findOpenLedger('slow', closed, false), []);
  assert.match(findOpenLedger('slow', closed, true)[0]!, /^slow has not received everything: /);
  assert.deepEqual(findOpenLedger('slow', { ...closed, delivered: 8, pending: 0, dead: 0 }, true), []);
  assert.match(findOpenLedger('slow', { ...closed, delivered: 5 }, false)[0]!, /is not closed: /);
});
