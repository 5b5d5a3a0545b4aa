import { type Dialect, dialects, fromWire, toWireText, toWord } from '@plenum/protocol/dialect';
import { type Query, subsystems } from '@plenum/protocol/query';
import type { Answer } from '../answer/read-answer.ts';
import type { Line } from '../line/line.ts';
import { dialectOf } from './way.ts';

/** JSON of a bridge with neutral keys, whichever dialect it is spelled in. */
const toNeutral = (value: unknown, dialect: Dialect): unknown =>
  fromWire(dialectOf(value, [dialect, ...dialects]) ?? dialect, value);

/** Asks one query of the current interface (interface 4.2); the answer has neutral keys. */
export const askV2 = async (line: Line, dialect: Dialect, query: Query, no: number): Promise<Answer> => {
  const { query: path, root } = subsystems[query.subsystem];
  const answer = await line.send({
    method: 'POST',
    path: toWord(dialect, 'paths', path),
    body: toWireText(dialect, { [root]: { Type: query.type, No: no, No1: 0 } }),
    again: true,
  });
  return answer.kind === 'json' ? { kind: 'json', value: toNeutral(answer.value, dialect) } : answer;
};

/** Asks one resource of the original interface (wire facts 8); the answer has neutral keys. */
export const askV1 = async (line: Line, dialect: Dialect, path: string): Promise<Answer> => {
  const answer = await line.send({ method: 'GET', path, again: true });
  return answer.kind === 'json' ? { kind: 'json', value: toNeutral(answer.value, dialect) } : answer;
};
