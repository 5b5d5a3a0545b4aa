import type { Dialect } from '@plenum/protocol/dialect';
import { isRecord } from '@plenum/protocol/json';
import { chosenPart, type Portions, type Query } from '@plenum/protocol/query';
import type { Connection } from '../exchange/connection.ts';
import type { BridgeAnswer } from '../exchange/read-answer.ts';
import { readComponents } from './components.ts';
import { type QueryResult, toQueryResult } from './query-result.ts';
import { requestV2 } from './request.ts';

/** Reads the portions of a datagram one after another until one is not full; returns the whole datagram. */
const readPortions = async (
  read: (portion: number) => Promise<BridgeAnswer>,
  key: string,
  { list, number, sizes }: Portions,
): Promise<BridgeAnswer> => {
  const first = await read(1);
  if (first.kind !== 'json' || !isRecord(first.value)) return first;
  const { [key]: head, ...envelope } = first.value;
  if (!isRecord(head) || !Array.isArray(head[list])) return first;
  const entries: unknown[] = [...head[list]];
  let isFull = entries.length >= sizes[0]!;
  for (let portion = 2; isFull && portion <= sizes.length; portion++) {
    const answer = await read(portion);
    if (answer.kind !== 'json') return answer;
    const more = isRecord(answer.value) && isRecord(answer.value[key]) ? answer.value[key][list] : [];
    if (Array.isArray(more)) entries.push(...more);
    isFull = Array.isArray(more) && more.length >= sizes[portion - 1]!;
  }
  const { [number]: _, ...whole } = head;
  return { kind: 'json', value: { ...envelope, [key]: { ...whole, [list]: entries } } };
};

/** Sends one query of the current interface; reads all portions if the datagram is split. */
export async function readV2(
  connection: Connection,
  dialect: Dialect,
  query: Query,
  no: number,
): Promise<QueryResult> {
  const chosen = chosenPart(query);
  const read = (portion: number) => requestV2(connection, dialect, query, { no, portion });
  const answer =
    chosen?.from === 'portion'
      ? await readPortions(read, Object.keys(query.answer)[0]!, chosen.of)
      : await read(0);
  return toQueryResult(answer, (value) => ({ answer: value, components: readComponents(query, no, value) }));
}
