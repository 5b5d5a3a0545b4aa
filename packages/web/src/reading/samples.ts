import type { HistoryAnswer } from '@plenum/protocol/extension';

/** Recorded numbers in equal steps: an instant (ms UTC) for each place, and for each series its value there or null. */
export interface Samples {
  readonly step: number;
  readonly times: readonly number[];
  readonly values: Readonly<Record<string, readonly (number | null)[]>>;
}

/** What is drawn before anything is known. */
export const noSamples: Samples = { step: 0, times: [], values: {} };

/** The values of a series, one for each instant; null throughout where it is not among the samples. */
export const rowOf = ({ times, values }: Samples, series: string): readonly (number | null)[] =>
  values[series] ?? times.map(() => null);

/** Lays what `GET /history` answers out in equal steps. */
export const readHistory = ({ from, step, series }: HistoryAnswer): Samples => {
  const length = Math.max(0, ...Object.values(series).map((samples) => samples.length));
  return { step, times: Array.from({ length }, (_, place) => from + place * step), values: series };
};
