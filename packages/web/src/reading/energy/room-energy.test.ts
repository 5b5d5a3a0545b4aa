import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EnergyChannel } from '@plenum/insight/energy';
import fc from '@plenum/testbed/fast-check';
import { energyByRoom, totalOf } from './room-energy.ts';

const channel = (name: string, energy: readonly (number | null)[], more = {}): EnergyChannel => ({
  series: `power.${name}`,
  name,
  isGenerator: false,
  isTotal: false,
  energy,
  cost: energy.map(() => null),
  before: { energy: null, cost: null },
  ...more,
});
const rooms = ['Study', 'Bed', 'Bed 2', 'Lounge'];

test('assigns a channel to the room whose name it contains as whole words', () => {
  const channels = [
    channel('Study split', [100, 50]),
    channel('STUDY', [10]),
    channel('Bed-2 heater', [30]),
    channel('Bedding dryer', [7]),
    channel('Splits', [5]),
  ];
  const { rooms: known, unit, rest } = energyByRoom({ channels, rooms: null }, rooms);
  assert.deepEqual(known, [
    { name: 'Study', energy: 160, cost: null },
    { name: 'Bed 2', energy: 30, cost: null },
  ]);
  assert.equal(unit, undefined);
  assert.deepEqual(rest, { channels: ['Bedding dryer', 'Splits'], energy: 12, cost: null });
});

test('adds the part of the unit that a room gets to the channels with its name', () => {
  const channels = [
    channel('Outdoor unit', [1_000], { cost: [0.5] }),
    channel('Study heater', [200], { cost: [0.1] }),
    channel('Oven', [50], { cost: [0.02] }),
  ];
  const zone = (index: number, name: string, energy: number, cost: number) => ({
    index,
    name,
    energy: [energy],
    cost: [cost],
  });
  const byAir = {
    channels: ['Outdoor unit'],
    zones: [zone(0, 'Study', 300, 0.15), zone(1, 'Lounge', 660, 0.33)],
    rest: { energy: [40], cost: [0.02] },
  };
  assert.deepEqual(energyByRoom({ channels, rooms: byAir }, rooms), {
    rooms: [
      { name: 'Lounge', energy: 660, cost: 0.33 },
      { name: 'Study', energy: 500, cost: 0.25 },
    ],
    unit: { channels: ['Outdoor unit'], energy: 40, cost: 0.02 },
    rest: { channels: ['Oven'], energy: 50, cost: 0.02 },
  });
});

test('distinguishes unknown energy from 0, and assigns no totals or generators to a room', () => {
  const channels = [
    channel('Study', [null, null]),
    channel('Lounge', [1], { isTotal: true }),
    channel('Lounge', [1], { isGenerator: true }),
    channel('', [1]),
  ];
  const { rooms: known, rest } = energyByRoom({ channels, rooms: null }, rooms);
  assert.deepEqual(known, [{ name: 'Study', energy: null, cost: null }]);
  assert.deepEqual(rest, { channels: [], energy: null, cost: null });
});

test('the energies of rooms and the rest add up to all channels, with any channel names', () => {
  const name = fc.oneof(
    fc.constantFrom(...rooms, 'Study heater', 'lounge', '', ' '),
    fc.string({ maxLength: 15 }),
  );
  const energy = fc.array(fc.option(fc.integer({ min: 0, max: 100_000 }), { nil: null }), {
    minLength: 3,
    maxLength: 3,
  });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(name, energy), { maxLength: 15 }),
      fc.array(name, { maxLength: 8 }),
      (given, names) => {
        const channels = given.map(([one, of]) => channel(one, of));
        const { rooms: known, rest } = energyByRoom({ channels, rooms: null }, names);
        const all = channels
          .filter((one) => one.name !== '')
          .reduce((sum, one) => sum + (totalOf(one).energy ?? 0), 0);
        const parts = [...known, rest].reduce((sum, part) => sum + (part.energy ?? 0), 0);
        assert.equal(parts, all);
      },
    ),
  );
});
