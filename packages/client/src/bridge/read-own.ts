import { failureOf } from '../answer/failure-of.ts';
import type { BridgeAnswer } from '../answer/read-answer.ts';
import type { Connection } from '../connection/connection.ts';
import { BridgeError } from '../error/bridge-error.ts';

/**
 * The JSON of an answer that only a bridge of Plenum gives, or undefined where it has none. `lacks` is what another bridge does
 * not do: `records no history`.
 * @throws BridgeError `refused` with the sentence of the bridge, `unsupported`
 */
export const ownAnswer = (connection: Connection, answer: BridgeAnswer, lacks: string): unknown => {
  const failure = failureOf(connection, answer, lacks);
  if (failure !== undefined) throw failure;
  return answer.kind === 'json' ? answer.value : undefined;
};

/**
 * Reads what only a bridge of Plenum answers, an object with a member `key`.
 * @throws BridgeError as `ownAnswer`, `unsupported` for any other answer, and those of the connection
 */
export const readOwn = async <T extends object>(
  connection: Connection,
  { path, key, lacks }: { readonly path: string; readonly key: string; readonly lacks: string },
): Promise<T> => {
  const answer = await connection.send({ method: 'GET', path, retryIfLost: true });
  const value = ownAnswer(connection, answer, lacks);
  if (typeof value === 'object' && value !== null && key in value) return value as T;
  throw new BridgeError('unsupported', `${connection.where} ${lacks}.`);
};
