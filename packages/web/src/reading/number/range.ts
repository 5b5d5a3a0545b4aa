import { historySteps } from '@plenum/protocol/extension';

/** A stretch of time: ms UTC. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** The shortest range: the recorder takes one sample a minute. */
const shortest = 30 * 60_000;

/** The most steps of a chart. */
const maxSteps = 400;

/** The step, ms, in which a range is read: the shortest of those that a bridge answers in, with at most 400 steps. */
export const stepFor = (length: number): number => {
  const steps = historySteps.map((minutes) => minutes * 60_000);
  return steps.find((step) => length / step <= maxSteps) ?? steps.at(-1)!;
};

/** Zooms a range by a factor around an instant; undefined where the result is the whole. */
export const zoomBy = (shown: Range, whole: Range, around: number, factor: number): Range | undefined => {
  const length = Math.max(shortest, (shown.to - shown.from) / factor);
  if (length >= whole.to - whole.from) return undefined;
  const share = (around - shown.from) / (shown.to - shown.from);
  const from = Math.max(whole.from, Math.min(whole.to - length, around - share * length));
  return { from: Math.round(from), to: Math.round(from + length) };
};

/** Widens a selected range around its middle where it is too short. */
export const widen = ({ from, to }: Range): Range => {
  const more = Math.max(0, shortest - (to - from)) / 2;
  return { from: Math.round(from - more), to: Math.round(to + more) };
};

/**
 * The range of a pinch: `from` where two fingers came down, `to` where they are, as shares of the width. The instants
 * under the fingers stay under them within the whole. Undefined where the result is the whole.
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
