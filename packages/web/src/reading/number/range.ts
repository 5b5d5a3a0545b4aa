import { historySteps } from '@plenum/protocol/extension';

/** A period of time, in ms UTC. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Minimum length of a range, in ms: the recorder takes one sample a minute. */
const shortest = 30 * 60_000;

/** Maximum number of steps in a chart. */
const maxSteps = 400;

/**
 * Returns the step for loading a range, in ms: the shortest one that a bridge offers and that divides the range into at
 * most 400 steps.
 */
export function stepFor(length: number): number {
  const steps = historySteps.map((minutes) => minutes * 60_000);
  return steps.find((step) => length / step <= maxSteps) ?? steps.at(-1)!;
}

/** Zooms a range by a factor around a time; `undefined` if the result is the whole range. */
export function zoomBy(shown: Range, whole: Range, around: number, factor: number): Range | undefined {
  const length = Math.max(shortest, (shown.to - shown.from) / factor);
  if (length >= whole.to - whole.from) return undefined;
  const share = (around - shown.from) / (shown.to - shown.from);
  const from = Math.max(whole.from, Math.min(whole.to - length, around - share * length));
  return { from: Math.round(from), to: Math.round(from + length) };
}

/** Widens a selected range around its middle if it is too short. */
export function widen({ from, to }: Range): Range {
  const more = Math.max(0, shortest - (to - from)) / 2;
  return { from: Math.round(from - more), to: Math.round(to + more) };
}

/**
 * Returns the range after a pinch. `from` and `to` are the initial and the current positions of two fingers, as
 * fractions of the width. The time under each finger stays the same, unless the range would exceed the whole one.
 * `undefined` if the result is the whole range.
 */
export function pinch(
  shown: Range,
  whole: Range,
  { from, to }: { readonly from: readonly [number, number]; readonly to: readonly [number, number] },
): Range | undefined {
  const now = shown.to - shown.from;
  const spread = Math.max(0.02, Math.abs(to[1] - to[0]));
  const length = Math.max(shortest, (now * Math.abs(from[1] - from[0])) / spread);
  if (length >= whole.to - whole.from) return undefined;
  const middle = shown.from + (now * (from[0] + from[1])) / 2;
  const start = middle - (length * (to[0] + to[1])) / 2;
  const begin = Math.max(whole.from, Math.min(whole.to - length, start));
  return { from: Math.round(begin), to: Math.round(begin + length) };
}
