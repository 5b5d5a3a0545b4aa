import type { HistoryAnswer } from '@plenum/protocol/extension';
import type { Connection } from '../connection/connection.ts';
import { BridgeError } from '../error/bridge-error.ts';

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

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** The record of the house behind one connection. */
export const createHistory = (connection: Connection): History => {
  const get = async (path: string): Promise<Readonly<Record<string, unknown>>> => {
    const answer = await connection.send({ method: 'GET', path, retryIfLost: true });
    if (answer.kind === 'error') throw new BridgeError('refused', answer.sentence, { status: answer.status });
    if (answer.kind === 'json' && isRecord(answer.value) && 'series' in answer.value) return answer.value;
    throw new BridgeError('unsupported', `${connection.where} records no history.`);
  };
  return {
    series: async () => {
      const { series } = await get('/history/series');
      return Array.isArray(series) ? series.map(String) : [];
    },
    read: async ({ series, ...range }) => {
      const query = new URLSearchParams({ series: series.join(',') });
      for (const [name, value] of Object.entries(range)) query.set(name, String(value));
      const answer = await get(`/history?${query}`);
      if (isRecord(answer.series) && Object.values(answer.series).every(Array.isArray))
        return answer as unknown as HistoryAnswer;
      throw new BridgeError('malformed', `${connection.where} answers its history in an unknown form.`);
    },
  };
};
