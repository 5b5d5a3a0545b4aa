import { subsystems } from '@plenum/protocol/definition';
import { type Dialect, dialects, fromWire, toWireText, toWord } from '@plenum/protocol/dialect';
import type { Query } from '@plenum/protocol/query';
import type { Connection } from '../exchange/connection.ts';
import type { BridgeAnswer } from '../exchange/read-answer.ts';
import { dialectOf } from './protocol-version.ts';

/** Parses JSON from a bridge, in any dialect, to neutral keys. */
export const toNeutral = (value: unknown, dialect: Dialect): unknown =>
  fromWire(dialectOf(value, [dialect, ...dialects]) ?? dialect, value);

/**
 * Sends one query of the current interface (interface 4.2); the answer has neutral keys. `portion` counts from 1 if the
 * answer is split.
 */
export async function requestV2(
  connection: Connection,
  dialect: Dialect,
  query: Query,
  { no, portion = 0 }: { no: number; portion?: number },
): Promise<BridgeAnswer> {
  const { query: path, root } = subsystems[query.subsystem];
  const answer = await connection.send({
    method: 'POST',
    path: toWord(dialect, 'paths', path),
    body: toWireText(dialect, { [root]: { Type: query.type, No: no, No1: portion } }),
    isQuery: true,
    retryIfLost: true,
  });
  return answer.kind === 'json' ? { kind: 'json', value: toNeutral(answer.value, dialect) } : answer;
}

/** Requests one resource of the original interface (wire facts 8); the answer has neutral keys. */
export async function requestV1(
  connection: Connection,
  dialect: Dialect,
  path: string,
): Promise<BridgeAnswer> {
  const answer = await connection.send({ method: 'GET', path, retryIfLost: true });
  return answer.kind === 'json' ? { kind: 'json', value: toNeutral(answer.value, dialect) } : answer;
}
