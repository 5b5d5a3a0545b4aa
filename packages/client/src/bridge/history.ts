import type { QueryOf } from '@plenum/protocol/endpoint';
import { extensionEndpoints, type HistoryAnswer } from '@plenum/protocol/extension';
import type { Own } from './own.ts';

const { readSeries, readHistory } = extensionEndpoints;
type HistoryQuery = QueryOf<typeof readHistory>;

/** Access to the recorded history. Calls fail as `unsupported` if the bridge is not a Plenum bridge. */
export interface History {
  /** Reads the names of the recorded series, such as `zone.0.Temp`. */
  readonly series: () => Promise<readonly string[]>;
  /**
   * Reads the values of some series at equal intervals. Times and intervals are in ms; values have the scale of the
   * wire.
   */
  readonly read: (options: HistoryOptions) => Promise<HistoryAnswer>;
}

export interface HistoryOptions extends Omit<HistoryQuery, 'series'> {
  readonly series: readonly string[];
}

/** Converts options to the query string of `GET /history`. */
export const toHistoryQuery = ({ series, ...range }: HistoryOptions): HistoryQuery => ({
  series: series.join(','),
  ...range,
});

/** Creates access to the history of the house behind one connection. */
export const createHistory = (own: Own): History => ({
  series: async () => (await own.read(readSeries, undefined)).series,
  read: (options) => own.read(readHistory, toHistoryQuery(options)),
});
