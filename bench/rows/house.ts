import { createSimulator, readShippedHouse } from '@plenum/simulator';
import type { Measurement } from '../row.ts';

const day = 86_400_000;
const limit = 10;

/** Measures a simulated year of the largest house on one core. */
export const measureHouse: Measurement = async () => {
  const house = readShippedHouse('large');
  if (!house.ok) throw new Error('The large house cannot be read.');
  const simulator = createSimulator(house.value);
  let state = simulator.initial(Date.UTC(2026, 0, 1));
  const begun = process.cpuUsage();
  for (let n = 0; n < 365; n++) state = simulator.advance(state, state.at + day);
  const { user, system } = process.cpuUsage(begun);
  const seconds = (user + system) / 1e6;
  return [
    {
      name: 'a year of the largest house',
      measured: `${seconds.toFixed(1)} s of one core`,
      reference: `${house.value.rooms.length} rooms, ${house.value.step} s steps`,
      ratio: seconds / limit,
      limit: `<= ${limit} s`,
      within: seconds <= limit,
    },
  ];
};
