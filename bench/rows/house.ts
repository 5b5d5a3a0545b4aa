import { createSimulator, type HouseName, readShippedHouse } from '@plenum/simulator';
import { alternate } from '../alternate.ts';
import { runLoop } from '../machine.ts';
import type { Samples } from '../measured.ts';

const day = 86_400_000;
/** The fixed loop is as long as this many of the calibration. */
const loops = 50;

/** Runs some work; returns the CPU time that it used, in s. */
const timeOf = (work: () => void): number => {
  const begun = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1e6;
};

const measureYear = async (name: HouseName, row: string): Promise<Samples> => {
  const house = readShippedHouse(name);
  if (!house.ok) throw new Error(`The ${name} house cannot be read.`);
  const simulator = createSimulator(house.value);
  const runYear = () => {
    let state = simulator.initial(Date.UTC(2026, 0, 1));
    for (let n = 0; n < 365; n++) state = simulator.advance(state, state.at + day);
  };
  const { ours, loop } = await alternate({
    ours: async () => timeOf(runYear),
    loop: async () =>
      timeOf(() => {
        for (let n = 0; n < loops; n++) runLoop();
      }),
  });
  return { name: row, ours, others: { 'fixed loop': loop } };
};

/** Measures a simulated year on one core. */
export const measureHouse = async (): Promise<readonly Samples[]> => [
  await measureYear('large', 'a year of the largest house'),
  await measureYear('demo', 'a year of the demo house'),
];
