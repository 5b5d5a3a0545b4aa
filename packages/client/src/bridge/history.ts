import type { HistoryAnswer } from '@plenum/protocol/extension';
import { unknownForm } from '../answer/failure-of.ts';
import type { Connection } from '../connection/connection.ts';
import type { Queue } from '../queue/queue.ts';
import { readOwn } from './read-own.ts';

/** What was recorded, of one Plenum bridge; others answer `unsupported`. */
export interface History {
  /** The names of the series there are: `zone.0.Temp`. */
  readonly series: () => Promise<readonly string[]>;
  /** The values of some series in equal steps; instants and steps are ms, values on the scale of the wire. */
  readonly read: (options: HistoryOptions) => Promise<HistoryAnswer>;
}

export interface HistoryOptions {
  readonly series: readonly string[];
  readonly from?: number;
  readonly to?: number;
  /** One of `historySteps`, in ms; longer where the range is no longer known in such detail. */
  readonly step?: number;
}

const lacks = 'records no history';

/** The record of the house behind one connection. */
export const createHistory = (connection: Connection, queue: Queue): History => {
  const get = <T extends object>(path: string) => readOwn<T>(connection, { path, key: 'series', lacks });
  const readSeries = async () => {
    const { series } = await get<{ readonly series: unknown }>('/history/series');
    return Array.isArray(series) ? series.map(String) : [];
  };
  const readValues = async ({ series, ...range }: HistoryOptions) => {
    const query = new URLSearchParams({ series: series.join(',') });
    for (const [name, value] of Object.entries(range)) query.set(name, String(value));
    const answer = await get<HistoryAnswer>(`/history?${query}`);
    const read: unknown = answer.series;
    if (typeof read === 'object' && read !== null && Object.values(read).every(Array.isArray)) return answer;
    throw unknownForm(connection, 'its history');
  };
  return {
    series: () => queue.read('history series', readSeries),
    read: (options) => queue.read(`history ${JSON.stringify(options)}`, () => readValues(options)),
  };
};
