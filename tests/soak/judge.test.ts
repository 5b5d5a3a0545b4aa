import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  findDifferences,
  findOpenLedger,
  findStrangers,
  findWrongExecutions,
  toComponents,
} from './judge.ts';

const zone = (index: number, datagram: object) => ({
  componentId: `510000000_hvac_zone_${index}`,
  datagram: { Index: index, ...datagram },
});

const sentAt = Date.UTC(2026, 0, 1);
const command = (ordinal: number, zone: string, acknowledgedAt?: number) => ({
  ordinal,
  zone,
  sentAt,
  ...(acknowledgedAt !== undefined && { acknowledgedAt }),
});

it('the soak finds commands that were acknowledged and lost, and commands that were executed twice', () => {
  const sent = new Map([
    ['c0', command(0, 'a', sentAt)],
    ['c1', command(1, 'a')],
    ['c2', command(2, 'a')],
    ['c3', command(3, 'b', sentAt + 1_500)],
  ]);
  const executed = new Map([
    ['c0', 1],
    ['c1', 2],
  ]);
  assert.deepEqual(
    findWrongExecutions(sent, executed, () => false),
    ['c1 was executed 2 times', 'c3 was lost: to b, sent at 00:00:00.000, acknowledged at 00:00:01.500'],
  );
});

it('the soak accepts that a newer command replaces an older one only in zones where that may happen', () => {
  const sent = new Map([
    ['c0', command(0, 'a', sentAt)],
    ['c1', command(1, 'a')],
    ['c2', command(2, 'a', sentAt)],
  ]);
  const lost = (executed: string, mayReplace: boolean) =>
    findWrongExecutions(sent, new Map([[executed, 1]]), () => mayReplace).length;
  assert.equal(lost('c2', true), 0);
  assert.equal(lost('c2', false), 1);
  // The last command was lost, which nothing can replace.
  assert.equal(lost('c1', true), 1);
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

it('the soak finds ledgers that do not account for a change, and changes that a good endpoint has not received', () => {
  const closed = { changes: 10, delivered: 6, superseded: 2, pending: 1, dead: 1 };
  assert.deepEqual(findOpenLedger('slow', closed, false), []);
  assert.match(findOpenLedger('slow', closed, true)[0]!, /^slow has not received everything: /);
  assert.deepEqual(findOpenLedger('slow', { ...closed, delivered: 8, pending: 0, dead: 0 }, true), []);
  assert.match(findOpenLedger('slow', { ...closed, delivered: 5 }, false)[0]!, /is not closed: /);
});
