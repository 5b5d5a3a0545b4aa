import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EnergyAnswer, EnergyBar } from '@plenum/insight/energy';
import { costChange, daysOf, degreeDays } from './cost-change.ts';

const bar = (cost: number | null, bought: number, sold: number, known = 604_800): EnergyBar => ({
  from: 0,
  to: 604_800_000,
  known,
  cost,
  used: bought,
  solar: sold,
  import: bought,
  export: sold,
  surplus: null,
});
const channel = (name: string, cost: number, before: number, more = {}) => ({
  series: name,
  name,
  isGenerator: false,
  isTotal: false,
  energy: [cost * 4_000],
  cost: [cost],
  before: { energy: before * 4_000, cost: before },
  ...more,
});
const answer = (more: Partial<EnergyAnswer> = {}): EnergyAnswer => ({
  by: 'week',
  timeZone: 'Australia/Sydney',
  bars: [],
  total: bar(9, 30_000, 20_000),
  before: bar(5, 20_000, 0),
  channels: [
    channel('Whole house', 10, 5, { isTotal: true }),
    channel('Oven', 2, 1.9),
    channel('Outdoor unit', 6, 1),
    channel('Garden pump', 0.5, 2),
  ],
  rooms: null,
  tariff: { currency: 'AUD', prices: [{ from: '00:00', price: 0.3 }], feedIn: 0.05 },
  ...more,
});

test('explains a cost by the bought energy, its price, and the channels that changed most', () => {
  const { cost, bought, price, channels } = costChange(answer())!;
  assert.deepEqual(cost, { now: 9, before: 5 });
  assert.deepEqual(bought, { now: 30_000, before: 20_000 });
  // 20 kWh were sold at 0.05, so the 30 kWh that were bought cost 10.
  assert.ok(Math.abs(price.now - 10 / 30) < 1e-9 && price.before === 0.25);
  assert.deepEqual(
    channels.map(({ name, cost: of }) => [name, of.now, of.before]),
    [
      ['Outdoor unit', 6, 1],
      ['Garden pump', 0.5, 2],
    ],
  );
});

test('does not explain a cost that is unknown, or a period that was not recorded', () => {
  assert.equal(costChange(answer({ total: bar(null, 1, 1) })), undefined);
  assert.equal(costChange(answer({ before: bar(5, 20_000, 0, 300_000) })), undefined);
  assert.equal(costChange(answer({ before: bar(0, 0, 0) })), undefined);
});

test('counts degree-days below 18 °C and above 24 °C', () => {
  const hour = 3_600_000;
  const halves = [...Array(12).fill(1_000), ...Array(12).fill(3_000)];
  assert.deepEqual(degreeDays(halves, hour), { heating: 4, cooling: 3 });
  assert.deepEqual(degreeDays([1_800, 2_400, null], hour), { heating: 0, cooling: 0 });
  assert.equal(degreeDays([null], hour), undefined);
  assert.equal(daysOf([100, 50, null, 0], 24 * hour), 1.5);
});
