/** A stretch of time: ms UTC. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Nothing shorter is looked at: the recorder takes a sample each minute. */
const shortest = 30 * 60_000;

/**
 * A range looked at `factor` times as closely, with an instant kept where it is; undefined where that is all of the
 * whole again.
 */
export const zoomBy = (shown: Range, whole: Range, around: number, factor: number): Range | undefined => {
  const length = Math.max(shortest, (shown.to - shown.from) / factor);
  if (length >= whole.to - whole.from) return undefined;
  const share = (around - shown.from) / (shown.to - shown.from);
  const from = Math.max(whole.from, Math.min(whole.to - length, around - share * length));
  return { from: Math.round(from), to: Math.round(from + length) };
};

/** A range drawn by hand, widened about its middle where it is too short to look at. */
export const widen = ({ from, to }: Range): Range => {
  const more = Math.max(0, shortest - (to - from)) / 2;
  return { from: Math.round(from - more), to: Math.round(to + more) };
};
