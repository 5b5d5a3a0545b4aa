import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EnergyChannel } from '@plenum/insight/energy';
import fc from '@plenum/testbed/fast-check';
import { energyByRoom, sumOf } from './room-energy.ts';

const channel = (name: string, energy: readonly (number | null)[], more = {}): EnergyChannel => ({
  series: `power.${name}`,
  name,
  isGenerator: false,
  isTotal: false,
  energy,
  ...more,
});
const rooms = ['Study', 'Bed', 'Bed 2', 'Lounge'];

test('assigns a channel to the room whose name it contains as whole words', () => {
  const { rooms: known, rest } = energyByRoom(
    [
      channel('Study split', [100, 50]),
      channel('STUDY', [10]),
      channel('Bed-2 heater', [30]),
      channel('Bedding dryer', [7]),
      channel('Splits', [5]),
    ],
    rooms,
  );
  assert.deepEqual(known, [
    { name: 'Study', energy: 160 },
    { name: 'Bed 2', energy: 30 },
  ]);
  assert.deepEqual(rest, { channels: ['Bedding dryer', 'Splits'], energy: 12 });
});

test('distinguishes unknown energy from 0, and assigns totals, generators and unnamed channels to no room', () => {
  const { rooms: known, rest } = energyByRoom(
    [
      channel('Study', [null, null]),
      channel('Lounge', [1], { isTotal: true }),
      channel('Lounge', [1], { isGenerator: true }),
      channel('', [1]),
    ],
    rooms,
  );
  assert.deepEqual(known, [{ name: 'Study', energy: null }]);
  assert.deepEqual(rest, { channels: [], energy: null });
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
        const { rooms: known, rest } = energyByRoom(channels, names);
        const all = channels
          .filter((one) => one.name !== '')
          .reduce((sum, one) => sum + (sumOf(one) ?? 0), 0);
        const parts = [...known, rest].reduce((sum, part) => sum + (part.energy ?? 0), 0);
        assert.equal(parts, all);
      },
    ),
  );
});
