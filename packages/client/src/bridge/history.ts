import type { QueryOf } from '@plenum/protocol/endpoint';
import { extensionEndpoints, type HistoryAnswer } from '@plenum/protocol/extension';
import type { Own } from './own.ts';

const { readSeries, readHistory } = extensionEndpoints;
type HistoryQuery = QueryOf<typeof readHistory>;

/** Access to the recorded history; only Plenum bridges have it, others answer `unsupported`. */
export interface History {
  /** Reads the names of the recorded series, such as `zone.0.Temp`. */
  readonly series: () => Promise<readonly string[]>;
  /** Reads the values of some series in equal steps; instants and steps are in ms, values on the scale of the wire. */
  readonly read: (options: HistoryOptions) => Promise<HistoryAnswer>;
}

export interface HistoryOptions extends Omit<HistoryQuery, 'series'> {
  readonly series: readonly string[];
}

/** Converts options to the query of `GET /history`. */
export const toHistoryQuery = ({ series, ...range }: HistoryOptions): HistoryQuery => ({
  series: series.join(','),
  ...range,
});

/** Creates access to the history of the house behind one connection. */
export const createHistory = (own: Own): History => ({
  series: async () => (await own.read(readSeries, undefined)).series,
  read: (options) => own.read(readHistory, toHistoryQuery(options)),
});
