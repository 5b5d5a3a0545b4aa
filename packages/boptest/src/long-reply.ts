import { setImmediate } from 'node:timers/promises';
import { isRecord } from '@plenum/protocol/json';
import type { Reply } from './reply.ts';

/** Numbers of a series that are converted to text in one turn of the event loop. */
const PIECE = 5_000;

/** True if the payload of a reply has series that take long to convert to text. */
export const isLong = ({ payload }: Reply): boolean =>
  isRecord(payload) && Object.values(payload).reduce<number>((sum, one) => sum + lengthOf(one), 0) > PIECE;

const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0);

/** Converts a series to JSON in pieces. */
function* toTexts(series: readonly unknown[]): Generator<string> {
  for (let from = 0; from < series.length; from += PIECE)
    yield (from === 0 ? '' : ',') + JSON.stringify(series.slice(from, from + PIECE)).slice(1, -1);
}

/** Converts a reply with series in its payload to JSON, in pieces between which other requests are served. */
export async function* toPieces({ payload, ...reply }: Reply): AsyncGenerator<string> {
  yield `${JSON.stringify(reply).slice(0, -1)},"payload":{`;
  let separator = '';
  for (const [name, series] of Object.entries(payload as Record<string, readonly unknown[]>)) {
    yield `${separator}${JSON.stringify(name)}:[`;
    for (const text of toTexts(series)) {
      yield text;
      await setImmediate();
    }
    yield ']';
    separator = ',';
  }
  yield '}}';
}
