import { setTimeout as pause } from 'node:timers/promises';
import type { Row } from '../row.ts';
import { startCloudEnvironment, until } from './environment.ts';

const seconds = 10;
const maxKilobytes = 20;
const maxSeconds = 15;

/** A node with many bridges: memory of each, processor when idle and under changes, and all of them coming back at once. */
export const measureFleetOf = async (count: number): Promise<readonly Row[]> => {
  await using environment = await startCloudEnvironment({ count });
  const coresOf = async (milliseconds: number) => {
    const [before, begun] = [await environment.child().cpu(), performance.now()];
    await pause(milliseconds);
    return ((await environment.child().cpu()) - before) / 1000 / (performance.now() - begun);
  };
  // What the first connections load and what they keep for good is not of each bridge.
  {
    await using first = environment.fleetOf({ systemIds: environment.systemIds.slice(0, 100) });
    await until(() => first.metrics.connected === 100);
  }
  const before = await environment.child().retained();
  const rows: Row[] = [];
  let changing = 0;
  await using fleet = environment.fleetOf({ changesPerSecond: () => changing });
  await until(() => fleet.metrics.connected === count);
  await pause(2_000);
  const reportMemory = async (when: string) => {
    const [resident, retained] = [await environment.child().resident(), await environment.child().retained()];
    const kilobytes = (retained - before) / 1024 / count;
    rows.push({
      name: `memory of each of ${count} bridges, ${when}`,
      measured: `${kilobytes.toFixed(1)} kB`,
      beside: `V8 had ${((resident - retained) / 1_048_576).toFixed(0)} MB more of freed pages for the next burst`,
      ratio: kilobytes / maxKilobytes,
      limit: `<= ${maxKilobytes} kB`,
      within: kilobytes <= maxKilobytes,
    });
  };
  await reportMemory('come one by one');
  const idle = await coresOf(seconds * 1000);
  changing = 1_000;
  await pause(1_000);
  const acknowledged = fleet.metrics.acknowledged;
  const busy = await coresOf(seconds * 1000);
  const rate = (fleet.metrics.acknowledged - acknowledged) / seconds;
  changing = 0;
  rows.push({
    name: `processor of ${count} bridges`,
    measured: `${(idle * 100).toFixed(0)} % idle, ${(busy * 100).toFixed(0)} % at ${Math.round(rate)} changes/s`,
    beside: '100 % is one core',
    limit: 'told only',
    within: true,
  });
  const [opened, failed, begun] = [fleet.metrics.opened, fleet.metrics.failed, performance.now()];
  await environment.restart();
  const [up, away] = [performance.now(), fleet.metrics.failed - failed];
  await until(() => fleet.metrics.connected === count && fleet.metrics.opened - opened >= count);
  const back = performance.now();
  rows.push({
    name: `${count} bridges back after a kill`,
    measured: `${((back - up) / 1000).toFixed(1)} s after it answers`,
    beside: `${((up - begun) / 1000).toFixed(1)} s to start, when ${away} attempts failed; ${fleet.metrics.failed - failed - away} later`,
    limit: `<= ${maxSeconds} s`,
    within: back - up <= maxSeconds * 1000,
  });
  await pause(2_000);
  await reportMemory('come all at once');
  return rows;
};
