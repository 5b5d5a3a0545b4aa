import type { HistoryAnswer } from '@plenum/protocol/extension';

/** Recorded samples in equal steps: the instants (ms UTC), and for each series a value or null at each. */
export interface Samples {
  readonly step: number;
  readonly times: readonly number[];
  readonly values: Readonly<Record<string, readonly (number | null)[]>>;
}

/** No samples, for a chart that is still loading. */
export const noSamples: Samples = { step: 0, times: [], values: {} };

/** The values of a series, one for each instant; all null where it is missing. */
export const rowOf = ({ times, values }: Samples, series: string): readonly (number | null)[] =>
  values[series] ?? times.map(() => null);

/** Converts the response of `GET /history`. */
export const readHistory = ({ from, step, series }: HistoryAnswer): Samples => {
  const length = Math.max(0, ...Object.values(series).map((samples) => samples.length));
  return { step, times: Array.from({ length }, (_, place) => from + place * step), values: series };
};
