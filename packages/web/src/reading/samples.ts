import type { HistoryAnswer } from '@plenum/protocol';

/** Recorded numbers in equal steps: an instant (ms UTC) for each place, and for each series its value there or null. */
export interface Samples {
  readonly step: number;
  readonly times: readonly number[];
  readonly values: Readonly<Record<string, readonly (number | null)[]>>;
}

/** Lays what `GET /history` answers out in equal steps. */
export const readHistory = ({ from, step, series }: HistoryAnswer): Samples => {
  const length = Math.max(0, ...Object.values(series).map((samples) => samples.length));
  return { step, times: Array.from({ length }, (_, place) => from + place * step), values: series };
};
