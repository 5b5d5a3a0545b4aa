import type { HistoryAnswer } from '@plenum/protocol/extension';

type Rows = Readonly<Record<string, readonly (number | null)[]>>;

/** Recorded samples at equal intervals: the times (ms UTC), and for each series a value or `null` at each time. */
export interface Samples {
  readonly step: number;
  readonly times: readonly number[];
  readonly values: Rows;
  /** The minimum and maximum of the measured values in each step. */
  readonly min: Rows;
  readonly max: Rows;
}

/** No samples, for a chart that is still loading. */
export const noSamples: Samples = { step: 0, times: [], values: {}, min: {}, max: {} };

/** Returns the values of a series, one for each time; all `null` if the series is missing. */
export const rowOf = (
  samples: Samples,
  series: string,
  of: 'values' | 'min' | 'max' = 'values',
): readonly (number | null)[] => samples[of][series] ?? samples.times.map(() => null);

/** Converts the response of `GET /history`. */
export function readHistory({ from, step, series, min = {}, max = {} }: HistoryAnswer): Samples {
  const length = Math.max(0, ...Object.values(series).map((samples) => samples.length));
  const times = Array.from({ length }, (_, place) => from + place * step);
  return { step, times, values: series, min, max };
}
