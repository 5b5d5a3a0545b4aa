import type { ServerResponse } from 'node:http';
import { type Dialect, neutral, toWireRefusal } from '@plenum/protocol/dialect';
import { type Refusal, type RefusalCode, type Result, statusOf } from '@plenum/protocol/refusal';
import { toErrorText } from '@plenum/protocol/v1';

/** A response whose body is ready to be sent. */
export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  /** Status for clients that do not accept refusals as data, if different; `unanswered` closes the connection. */
  readonly plainStatus?: number | 'unanswered';
  /** Headers in addition to those of every response. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Refusal whose sentence is `text`; sent as data to clients that accept it. */
  readonly refusal?: Refusal;
  /**
   * Writes the response in place of the members above, to imitate real devices; `close` is the header of a connection
   * that ends with the response.
   */
  readonly write?: (response: ServerResponse, close?: Readonly<Record<string, string>>) => void;
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

/**
 * Converts a refusal to a response of the current interface: a status and `{ERROR: <sentence>}`
 * (docs/interface/7-errors.md).
 */
export const toRefusalAnswer = (refusal: Refusal): Answer => ({
  status: statusOf(refusal),
  type: plain,
  text: toErrorText(refusal),
  refusal,
  ...(headersOf[refusal.code] && { headers: headersOf[refusal.code]!(refusal) }),
});

/**
 * Returns a function that writes a refusal as a maker's devices do: in the words of their dialect, with status 200, and
 * `{BUSY}` if the device is busy (wire facts 7). A silent device sends no response.
 */
const deviceRefuserOf =
  (dialect: Dialect) =>
  (refusal: Refusal): Answer => ({
    ...toRefusalAnswer(refusal),
    text: refusal.code === 'busy-behind' ? '{BUSY}' : toErrorText(toWireRefusal(dialect, refusal)),
    plainStatus: refusal.code === 'stale' ? 'unanswered' : 200,
  });

/**
 * Returns a function that writes a refusal of the current interface in a dialect. Clients of a maker's devices would
 * treat any status except 200 as a broken connection and send the request again.
 */
export const refuserOf = (dialect: Dialect): ((refusal: Refusal) => Answer) =>
  dialect.name === neutral.name ? toRefusalAnswer : deviceRefuserOf(dialect);

/**
 * Returns a function that writes a refusal of the original interface in a dialect, always with status 200 (wire
 * facts 8). In a maker's dialect, a silent bridge sends no response.
 */
export function v1RefuserOf(dialect: Dialect): (refusal: Refusal) => Answer {
  const toRefused = deviceRefuserOf(dialect);
  const isNeutral = dialect.name === neutral.name;
  return (refusal) => ({ ...toRefused(refusal), status: 200, ...(isNeutral && { plainStatus: 200 }) });
}

export const toAnswer = <T>(
  result: Result<T>,
  toDone: (value: T) => Answer,
  toRefused: (refusal: Refusal) => Answer = toRefusalAnswer,
): Answer => (result.ok ? toDone(result.value) : toRefused(result.refusal));
