import { setTimeout as pause } from 'node:timers/promises';
import { type BridgeKey, openBridgeKey, registerKey, requestDeviceGrant } from '@plenum/bridge/uplink';
import { type Clock, makeFolder } from '@plenum/machine';
import { failed } from '../failure.ts';
import { type Fleet, startFleet } from '../fleet/fleet.ts';
import { quantile } from '../fleet/metrics.ts';
import { pairAll } from '../fleet/pair-all.ts';
import { openPairedFile } from '../fleet/paired-file.ts';
import type { Io } from '../io/io.ts';
import type { FleetOptions } from './fleet-options.ts';

/** Its timers keep the process alive: while a code waits to be entered nothing else does. */
const clock: Clock = {
  now: () => Date.now(),
  after: (milliseconds, ring) => {
    const timer = setTimeout(ring, milliseconds);
    return () => clearTimeout(timer);
  },
};

const toSystemIds = ({ count, firstId }: FleetOptions): readonly string[] => {
  if (firstId + count > 1_000_000_000) throw failed('A system id has 9 digits; choose a lower --first-id.');
  return Array.from({ length: count }, (_, index) => String(firstId + index).padStart(9, '0'));
};

const toOrigin = (url: string): string => {
  const parsed = URL.parse(url);
  if (parsed === null || !/^https?:$/.test(parsed.protocol))
    throw failed(`${url} is not the address of a cloud.`);
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

const pair = async (cloud: string, key: BridgeKey, systemIds: readonly string[], io: Io): Promise<void> => {
  const about = { cloud, clock, signal: io.signal };
  const register = (systemId: string, bearer: string) => registerKey({ ...about, key, systemId }, bearer);
  const unreachable = (error: Error): never => {
    throw failed(`The cloud ${cloud} cannot be reached: ${error.message}.`);
  };
  const token = await requestDeviceGrant({
    ...about,
    show: ({ userCode, verificationUri }) =>
      io.out(`To pair the fleet with your account, enter ${userCode} at ${verificationUri}.`),
  }).catch(unreachable);
  if (io.signal.aborted) return;
  if (token === undefined) throw failed('Nobody entered the code in time.');
  const problem = await pairAll(systemIds, (systemId) => register(systemId, token), io.signal).catch(
    unreachable,
  );
  if (problem !== undefined) throw failed(`Bridge ${problem.systemId} was not paired: ${problem.outcome}.`);
  io.out(`${systemIds.length} bridges are paired.`);
};

/** Pairs a fleet where it is not, runs it until the command is told to end, and reports now and then. */
export const runFleet = async (options: FleetOptions, io: Io): Promise<void> => {
  const cloud = toOrigin(options.cloud);
  const systemIds = toSystemIds(options);
  makeFolder(options.data);
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
  const end =
    options.seconds === undefined ? Number.POSITIVE_INFINITY : performance.now() + options.seconds * 1000;
  let before = 0;
  while (!io.signal.aborted && performance.now() < end) {
    const begun = performance.now();
    const wait = Math.min(options.every * 1000, end - begun);
    await pause(wait, undefined, { signal: io.signal }).catch(() => {});
    const passed = (performance.now() - begun) / 1000;
    io.out(toReport(fleet, systemIds.length, (fleet.metrics.acknowledged - before) / passed));
    before = fleet.metrics.acknowledged;
  }
};
