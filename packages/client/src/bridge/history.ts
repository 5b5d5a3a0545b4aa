import type { QueryOf } from '@plenum/protocol/endpoint';
import { extensionEndpoints, type HistoryAnswer } from '@plenum/protocol/extension';
import type { Own } from './own.ts';

const { readSeries, readHistory } = extensionEndpoints;
type HistoryQuery = QueryOf<typeof readHistory>;

/** What was recorded, of one Plenum bridge; others answer `unsupported`. */
export interface History {
  /** The names of the series there are: `zone.0.Temp`. */
  readonly series: () => Promise<readonly string[]>;
  /** The values of some series in equal steps; instants and steps are ms, values on the scale of the wire. */
  readonly read: (options: HistoryOptions) => Promise<HistoryAnswer>;
}

export interface HistoryOptions extends Omit<HistoryQuery, 'series'> {
  readonly series: readonly string[];
}

/** The query of `GET /history`. */
export const toHistoryQuery = ({ series, ...range }: HistoryOptions): HistoryQuery => ({
  series: series.join(','),
  ...range,
});

/** The record of the house behind one connection. */
export const createHistory = (own: Own): History => ({
  series: async () => (await own.read(readSeries, undefined)).series,
  read: (options) => own.read(readHistory, toHistoryQuery(options)),
});
