import { createSimulator, readHouse } from '@plenum/simulator';
import type { Curve } from '../recording.ts';
import { alternateSizes } from './sizes.ts';

const month = 30 * 86_400_000;

/** Writes a house with this many zones, each in its own room, and lamps. */
const writeHouse = (zones: number, lamps: number): string => {
  const indexes = Array.from({ length: zones }, (_, n) => n);
  return [
    'name: Growing',
    "systemId: '000000001'",
    'step: 60',
    'place: { latitude: -33.8, longitude: 151.1, timeZone: Australia/Sydney }',
    'rooms:',
    ...indexes.map((n) => {
      const next = n + 1 < zones ? `, neighbours: [{ room: Room ${n + 1}, area: 9 }]` : '';
      return `  - { name: Room ${n}, area: 15, walls: [{ facing: N, area: 10, window: 3 }]${next} }`;
    }),
    'ducted:',
    '  unit: { cooling: 14, airflow: 900, mode: cool, setpoint: 22 }',
    '  zones:',
    ...indexes.map((n) => `    - { name: Room ${n}, room: Room ${n}, type: auto, setpoint: 22 }`),
    ...(lamps === 0 ? [] : ['lighting:', '  lamps:']),
    ...Array.from(
      { length: lamps },
      (_, n) =>
        `    - { name: Lamp ${n}, room: Room ${n % zones}, power: 20, page: ${Math.floor(n / 25)}, x: ${10 + 20 * (n % 5)}, y: ${8 + 14 * (Math.floor(n / 5) % 5)} }`,
    ),
    '',
  ].join('\n');
};

/** Returns a function that simulates a month of such a house, and returns the CPU time that it took in ms. */
const createMonth = (zones: number, lamps: number) => {
  const house = readHouse(writeHouse(zones, lamps), 'growing.yaml');
  if (!house.ok) throw new Error(JSON.stringify(house.refusal));
  const simulator = createSimulator(house.value);
  let state = simulator.initial(Date.UTC(2026, 0, 1));
  return async () => {
    const begun = process.cpuUsage();
    state = simulator.advance(state, state.at + month);
    const { user, system } = process.cpuUsage(begun);
    return (user + system) / 1_000;
  };
};

/** Measures a simulated month of houses that differ in size. */
export const growHouse = async (): Promise<Record<string, Curve>> => ({
  'a simulated month by zones': await alternateSizes([1, 2, 4, 7, 10, 14], (zones) => createMonth(zones, 0)),
  'a simulated month by lamps': await alternateSizes([0, 16, 32, 64, 128], (lamps) => createMonth(4, lamps)),
});
