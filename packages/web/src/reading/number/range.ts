import { historySteps } from '@plenum/protocol/extension';

/** A period of time, in ms UTC. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** The shortest range, in ms: the recorder takes one sample a minute. */
const shortest = 30 * 60_000;

/** The maximum number of steps in a chart. */
const maxSteps = 400;

/**
 * Returns the step, in ms, in which a range is read: the shortest that a bridge offers with which the range has at most
 * 400 steps.
 */
export const stepFor = (length: number): number => {
  const steps = historySteps.map((minutes) => minutes * 60_000);
  return steps.find((step) => length / step <= maxSteps) ?? steps.at(-1)!;
};

/** Zooms a range by a factor around an instant; `undefined` if the result is the whole range. */
export const zoomBy = (shown: Range, whole: Range, around: number, factor: number): Range | undefined => {
  const length = Math.max(shortest, (shown.to - shown.from) / factor);
  if (length >= whole.to - whole.from) return undefined;
  const share = (around - shown.from) / (shown.to - shown.from);
  const from = Math.max(whole.from, Math.min(whole.to - length, around - share * length));
  return { from: Math.round(from), to: Math.round(from + length) };
};

/** Widens a selected range around its middle if it is too short. */
export const widen = ({ from, to }: Range): Range => {
  const more = Math.max(0, shortest - (to - from)) / 2;
  return { from: Math.round(from - more), to: Math.round(to + more) };
};

/**
 * Returns the range after a pinch: `from` is where two fingers came down and `to` where they are, as shares of the
 * width. Each finger keeps the instant it came down on, unless the range would leave the whole one. `undefined` if the
 * result is the whole range.
 */
export const pinch = (
  shown: Range,
  whole: Range,
  { from, to }: { readonly from: readonly [number, number]; readonly to: readonly [number, number] },
): Range | undefined => {
  const now = shown.to - shown.from;
  const spread = Math.max(0.02, Math.abs(to[1] - to[0]));
  const length = Math.max(shortest, (now * Math.abs(from[1] - from[0])) / spread);
  if (length >= whole.to - whole.from) return undefined;
  const middle = shown.from + (now * (from[0] + from[1])) / 2;
  const start = middle - (length * (to[0] + to[1])) / 2;
  const begin = Math.max(whole.from, Math.min(whole.to - length, start));
  return { from: Math.round(begin), to: Math.round(begin + length) };
};
