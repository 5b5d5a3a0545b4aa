import type { ServerResponse } from 'node:http';
import { type Dialect, neutral, toWireRefusal } from '@plenum/protocol/dialect';
import { type Refusal, type RefusalCode, type Result, statusOf } from '@plenum/protocol/refusal';
import { toErrorText } from '@plenum/protocol/v1';

/** An answer whose body is ready to be sent. */
export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  /** The status for clients that do not accept a refusal as data, if it is another one; `unanswered`: the connection is closed. */
  readonly plainStatus?: number | 'unanswered';
  /** Headers in addition to those of every answer. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The refusal that `text` is the sentence of; sent as data to clients that accept it. */
  readonly refusal?: Refusal;
  /** Writes the response instead of all that: what quirks of real devices make of it. */
  readonly write?: (response: ServerResponse) => void;
}

const plain = 'text/plain; charset=utf-8';
const json = 'application/json; charset=utf-8';

export const toJsonAnswer = (text: string): Answer => ({ status: 200, type: json, text });

export const toTextAnswer = (text: string, type = plain): Answer => ({ status: 200, type, text });

const headersOf: {
  readonly [Code in RefusalCode]?: (refusal: Refusal) => Readonly<Record<string, string>>;
} = {
  'key-required': () => ({ 'WWW-Authenticate': 'Bearer' }),
  'too-many-keys': ({ facts }) => ({ 'Retry-After': String(facts.wait) }),
  'busy-behind': () => ({ 'Retry-After': '5' }),
};

/** A refusal as in the current interface: a status, and `{ERROR: <sentence>}` (docs/interface/7-errors.md). */
export const toRefusalAnswer = (refusal: Refusal): Answer => ({
  status: statusOf(refusal),
  type: plain,
  text: toErrorText(refusal),
  refusal,
  ...(headersOf[refusal.code] && { headers: headersOf[refusal.code]!(refusal) }),
});

/**
 * Returns how devices of a maker write a refusal: in the words of their dialect, with status 200, and `{BUSY}` if they are
 * (wire facts 7). One that is silent does not answer.
 */
const deviceRefuserOf =
  (dialect: Dialect) =>
  (refusal: Refusal): Answer => ({
    ...toRefusalAnswer(refusal),
    text: refusal.code === 'busy-behind' ? '{BUSY}' : toErrorText(toWireRefusal(dialect, refusal)),
    plainStatus: refusal.code === 'stale' ? 'unanswered' : 200,
  });

/**
 * Returns how the current interface refuses in a dialect. Clients of a maker's devices take another status than 200 for a
 * broken connection and send again.
 */
export const refuserOf = (dialect: Dialect): ((refusal: Refusal) => Answer) =>
  dialect.name === neutral.name ? toRefusalAnswer : deviceRefuserOf(dialect);

/**
 * Returns how the original interface refuses in a dialect: always with status 200 (wire facts 8). In the dialect of a maker a
 * bridge that is silent does not answer.
 */
export const v1RefuserOf = (dialect: Dialect): ((refusal: Refusal) => Answer) => {
  const toRefused = deviceRefuserOf(dialect);
  const isNeutral = dialect.name === neutral.name;
  return (refusal) => ({ ...toRefused(refusal), status: 200, ...(isNeutral && { plainStatus: 200 }) });
};

export const toAnswer = <T>(
  result: Result<T>,
  toDone: (value: T) => Answer,
  toRefused: (refusal: Refusal) => Answer = toRefusalAnswer,
): Answer => (result.ok ? toDone(result.value) : toRefused(result.refusal));
