import fc from '@plenum/testbed/fast-check';
import { amount } from './amount.fixture.ts';
import type { RoomSpec, Weather } from './types.ts';

/** Location of the tests' houses, and a time in their summer (midnight in Sydney). */
export const site = { latitude: -33.87, longitude: 151.21, ground: 17 };
export const start = Date.UTC(2025, 0, 14, 13);

/** Returns still, dark, overcast weather of 10 °C with some changes. */
export const weatherOf = (change: Partial<Weather>): Weather => ({
  temperature: 10,
  humidityRatio: 0.005,
  relativeHumidity: 65,
  beam: 0,
  diffuse: 0,
  infrared: 320,
  wind: 0,
  rain: 0,
  cloud: 1,
  co2: 420,
  ...change,
});

const facing = fc.constantFrom('N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW');

const anyRoom = fc.record({
  area: amount(2, 60),
  height: amount(2, 5),
  walls: fc.array(fc.record({ facing, area: amount(5, 30), window: amount(0, 5), shade: amount(0, 1) }), {
    maxLength: 3,
  }),
  roof: amount(0, 60),
  ground: amount(0, 60),
  leakage: amount(0, 3),
  mass: fc.constantFrom('light', 'medium', 'heavy'),
});

/** Generates houses of one to eight rooms of every size, weight and tightness. */
export const anyHouse = fc
  .tuple(
    fc.array(anyRoom, { minLength: 1, maxLength: 8 }),
    fc.array(amount(0, 30), { minLength: 28, maxLength: 28 }),
  )
  .map(([rooms, shared]): RoomSpec[] =>
    rooms.map((room, a) => ({
      ...room,
      name: `${a}`,
      neighbours: rooms.flatMap((_, b) => {
        const area = shared[a * 4 + (b % 4)] ?? 0;
        const side = (['beside', 'above', 'below'] as const)[Math.floor(area) % 3]!;
        return b > a && area > 12 ? [{ room: `${b}`, area, side, door: area / 300 }] : [];
      }),
    })),
  );
