/** Times in ms, as figures of the table. */
export interface Latency {
  readonly p50: number;
  readonly p99: number;
}

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;

/** Does the same again and again, one after the other; the first tenth warms up and does not count. */
export const timeEach = async (count: number, act: (turn: number) => Promise<unknown>): Promise<Latency> => {
  const times: number[] = [];
  for (let turn = 0; turn < count * 1.1; turn++) {
    const begun = performance.now();
    await act(turn);
    if (turn >= count * 0.1) times.push(performance.now() - begun);
  }
  const sorted = times.toSorted((a, b) => a - b);
  return { p50: at(sorted, 0.5), p99: at(sorted, 0.99) };
};

export const sayLatency = ({ p50, p99 }: Latency): string =>
  `p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`;
