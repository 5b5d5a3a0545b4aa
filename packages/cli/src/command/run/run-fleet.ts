import { setTimeout as pause } from 'node:timers/promises';
import { type BridgeKey, openBridgeKey, registerKey, requestDeviceGrant } from '@plenum/bridge/uplink';
import { openPrivateFolder } from '@plenum/platform';
import { steadyClock } from '@plenum/platform/clock';
import { toPlainText } from '@plenum/protocol/text';
import { failed } from '../../failure.ts';
import { type Fleet, startFleet } from '../../fleet/fleet.ts';
import { quantile } from '../../fleet/metrics.ts';
import { openPairedFile } from '../../fleet/paired-file.ts';
import type { Io } from '../../io/io.ts';
import { trustAuthority } from '../../option/trust-authority.ts';

export interface FleetOptions {
  readonly cloud: string;
  /** PEM file of a certificate authority to trust. */
  readonly cloudCa?: string;
  readonly count: number;
  readonly firstId: number;
  /** Number of changes per second, for all bridges together. */
  readonly changes: number;
  /** Number of bridges that start to connect per second. */
  readonly connects: number;
  /** Seconds between reports. */
  readonly every: number;
  readonly seconds?: number;
  readonly data: string;
}

const toSystemIds = ({ count, firstId }: FleetOptions): readonly string[] => {
  if (firstId + count > 1_000_000_000) throw failed('A system id has 9 digits; choose a lower --first-id.');
  return Array.from({ length: count }, (_, index) => String(firstId + index).padStart(9, '0'));
};

const toOrigin = (url: string): string => {
  const parsed = URL.parse(url);
  if (parsed === null || !/^https?:$/.test(parsed.protocol))
    throw failed(`${url} is not an http or https URL of a cloud.`);
  return parsed.origin;
};

const toReport = ({ metrics }: Fleet, count: number, changesPerSecond: number): string => {
  const { connected, opened, failed: lost, controls } = metrics;
  const latencies = metrics.latencies.splice(0);
  const [p50, p99] = [quantile(latencies, 0.5), quantile(latencies, 0.99)].map((ms) => ms.toFixed(1));
  return [
    `${connected} of ${count} connected (${opened} opened, ${lost} failed)`,
    `${changesPerSecond.toFixed(0)} changes/s acknowledged, p50 ${p50} ms, p99 ${p99} ms`,
    `${controls} controls`,
  ].join('; ');
};

/** Maximum number of concurrent pairings. */
const concurrency = 32;

/** Number of pairings after which a line reports the progress. */
const progress = 250;

/** Pairs bridges concurrently; stops at the first failure and returns it. */
const pairAll = async (
  systemIds: readonly string[],
  register: (systemId: string) => Promise<string>,
  signal: AbortSignal,
): Promise<{ readonly systemId: string; readonly result: string } | undefined> => {
  const left = systemIds.values();
  let problem: { systemId: string; result: string } | undefined;
  const work = async () => {
    for (const systemId of left) {
      if (problem !== undefined || signal.aborted) return;
      const result = await register(systemId);
      if (result !== 'paired') problem = { systemId, result };
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return problem;
};

const pair = async (cloud: string, key: BridgeKey, systemIds: readonly string[], io: Io): Promise<void> => {
  const request = { cloud, clock: steadyClock, signal: io.signal };
  const register = (systemId: string, bearer: string) => registerKey({ ...request, key, systemId }, bearer);
  const unreachable = (error: Error): never => {
    throw failed(`The cloud ${cloud} cannot be reached: ${error.message}.`);
  };
  const token = await requestDeviceGrant({
    ...request,
    show: ({ userCode, verificationUri }) =>
      io.out(toPlainText(`To pair the fleet with your account, enter ${userCode} at ${verificationUri}.`)),
  }).catch(unreachable);
  if (io.signal.aborted) return;
  if (token === undefined) throw failed('The code was not entered in time.');
  let count = 0;
  const registerNext = async (systemId: string) => {
    const result = await register(systemId, token);
    if (++count % progress === 0 && count < systemIds.length)
      io.out(`${count} of ${systemIds.length} bridges are paired.`);
    return result;
  };
  const problem = await pairAll(systemIds, registerNext, io.signal).catch(unreachable);
  if (problem !== undefined) throw failed(`Bridge ${problem.systemId} was not paired: ${problem.result}.`);
  io.out(`${systemIds.length} bridges are paired.`);
};

/** Pairs a fleet if needed, then runs it until the command ends and prints a report at intervals. */
export async function runFleet(options: FleetOptions, io: Io): Promise<void> {
  const cloud = toOrigin(options.cloud);
  const systemIds = toSystemIds(options);
  if (options.cloudCa !== undefined) trustAuthority(options.cloudCa);
  openPrivateFolder(options.data, ['uplink-key.json', 'paired.json']);
  const key = await openBridgeKey(options.data);
  const paired = openPairedFile(options.data, cloud);
  if (!paired.has(systemIds)) {
    await pair(cloud, key, systemIds, io);
    if (io.signal.aborted) return;
    paired.add(systemIds);
  }
  await using fleet = startFleet({
    cloud,
    key,
    systemIds,
    changesPerSecond: () => options.changes,
    connectsPerSecond: options.connects,
  });
  const every = Math.round(options.every * 1000);
  let left = Math.round((options.seconds ?? Number.POSITIVE_INFINITY) * 1000);
  let acknowledgedBefore = 0;
  // The remaining time is counted down instead of compared with the clock, because a timer may fire a little early, and
  // the last report could then cover no time at all.
  for (; left > 0 && !io.signal.aborted; left -= every) {
    const startedAt = performance.now();
    const wait = Math.min(every, left);
    await pause(wait, undefined, { signal: io.signal }).catch(() => {});
    const passed = (performance.now() - startedAt) / 1000;
    io.out(toReport(fleet, systemIds.length, (fleet.metrics.acknowledged - acknowledgedBefore) / passed));
    acknowledgedBefore = fleet.metrics.acknowledged;
  }
}
