import { setTimeout as pause } from 'node:timers/promises';
import type { Row } from '../row.ts';
import { startCloudEnvironment, until } from './environment.ts';

const seconds = 10;
const maxKilobytes = 20;
const maxSeconds = 15;

/**
 * Measures a node with many bridges: memory per bridge, processor load when idle and busy, and the time until all
 * bridges have reconnected.
 */
export const measureFleetOf = async (count: number): Promise<readonly Row[]> => {
  await using environment = await startCloudEnvironment({ count });
  const coresOf = async (milliseconds: number) => {
    const [before, startedAt] = [await environment.child().cpu(), performance.now()];
    await pause(milliseconds);
    return ((await environment.child().cpu()) - before) / 1000 / (performance.now() - startedAt);
  };
  // Connects once before, so that code loaded by the first connections is not measured.
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
      reference: `V8 had ${((resident - retained) / 1_048_576).toFixed(0)} MB more of freed pages for the next burst`,
      ratio: kilobytes / maxKilobytes,
      limit: `<= ${maxKilobytes} kB`,
      within: kilobytes <= maxKilobytes,
    });
  };
  await reportMemory('connected one by one');
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
    reference: '100 % is one core',
    limit: 'not limited',
    within: true,
  });
  const [opened, failed, startedAt] = [fleet.metrics.opened, fleet.metrics.failed, performance.now()];
  await environment.restart();
  const [upAt, failedWhileDown] = [performance.now(), fleet.metrics.failed - failed];
  await until(() => fleet.metrics.connected === count && fleet.metrics.opened - opened >= count);
  const backAt = performance.now();
  rows.push({
    name: `${count} bridges back after a kill`,
    measured: `${((backAt - upAt) / 1000).toFixed(1)} s after it answers`,
    reference: `${((upAt - startedAt) / 1000).toFixed(1)} s to start, when ${failedWhileDown} attempts failed; ${fleet.metrics.failed - failed - failedWhileDown} later`,
    limit: `<= ${maxSeconds} s`,
    within: backAt - upAt <= maxSeconds * 1000,
  });
  await pause(2_000);
  await reportMemory('connected all at once');
  return rows;
};
