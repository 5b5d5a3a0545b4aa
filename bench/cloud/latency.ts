import { setTimeout as pause } from 'node:timers/promises';
import { quantile } from '@plenum/cli/fleet';
import type { Samples } from '../measured.ts';

/** Times in ms. */
export interface Latency {
  readonly p50: number;
  readonly p99: number;
}

/** Measures repeated calls, one after the other, `rest` ms apart, after a tenth as many for warm-up. */
export async function timeEach(
  count: number,
  act: () => Promise<unknown>,
  { rest = 0 } = {},
): Promise<Latency> {
  const times: number[] = [];
  for (let turn = -Math.ceil(count / 10); turn < count; turn++) {
    const begun = performance.now();
    await act();
    if (turn >= 0) times.push(performance.now() - begun);
    if (rest > 0) await pause(rest);
  }
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
}

export const formatLatency = ({ p50, p99 }: Latency): string =>
  `p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`;

/** Returns the rows `<name>, p50` and `<name>, p99`. */
export const toLatencySamples = (
  name: string,
  ours: readonly Latency[],
  others: Readonly<Record<string, readonly Latency[]>>,
): readonly Samples[] =>
  (['p50', 'p99'] as const).map((share) => ({
    name: `${name}, ${share}`,
    ours: ours.map((latency) => latency[share]),
    others: Object.fromEntries(
      Object.entries(others).map(([side, latencies]) => [side, latencies.map((latency) => latency[share])]),
    ),
  }));
