import type { ServerResponse } from 'node:http';
import { type Dialect, neutral } from '@plenum/protocol/dialect';
import { type Refusal, type RefusalCode, type Result, statusOf } from '@plenum/protocol/refusal';
import { toErrorText } from '@plenum/protocol/v1';

/** An answer whose body is ready to be sent. */
export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  /** The status for clients that do not accept a refusal as data, where it is another one. */
  readonly plainStatus?: number;
  /** Headers in addition to those of every answer. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The refusal that `text` is the sentence of; sent as data to clients that accept it. */
  readonly refusal?: Refusal;
  /** Writes the response instead of all that: what manners of real devices make of it. */
  readonly write?: (response: ServerResponse) => void;
}

const plain = 'text/plain; charset=utf-8';
const json = 'application/json; charset=utf-8';

export const toJsonAnswer = (text: string): Answer => ({ status: 200, type: json, text });

export const toTextAnswer = (text: string, type = plain): Answer => ({ status: 200, type, text });

const headersOf: { readonly [Code in RefusalCode]?: Readonly<Record<string, string>> } = {
  'key-required': { 'WWW-Authenticate': 'Bearer' },
  'busy-behind': { 'Retry-After': '5' },
};

/** A refusal as in the current interface: a status, and `{ERROR: <sentence>}` (docs/interface/7-errors.md). */
export const toRefusalAnswer = (refusal: Refusal): Answer => ({
  status: statusOf(refusal),
  type: plain,
  text: toErrorText(refusal),
  refusal,
  ...(headersOf[refusal.code] && { headers: headersOf[refusal.code] }),
});

/** A refusal as devices of a maker write it: with status 200, and `{BUSY}` where they are (wire facts 7). */
const toDeviceRefusalAnswer = (refusal: Refusal): Answer => ({
  ...toRefusalAnswer(refusal),
  ...(refusal.code === 'busy-behind' && { text: '{BUSY}' }),
  plainStatus: 200,
});

/**
 * Returns how the current interface refuses in a dialect. Clients of a maker's devices take another status than 200 for a
 * broken connection and send again.
 */
export const refuserOf = ({ name }: Dialect): ((refusal: Refusal) => Answer) =>
  name === neutral.name ? toRefusalAnswer : toDeviceRefusalAnswer;

/** A refusal as in the original interface: always with status 200 (wire facts 8). */
export const toV1RefusalAnswer = (refusal: Refusal): Answer => ({
  ...toDeviceRefusalAnswer(refusal),
  status: 200,
});

export const toAnswer = <T>(
  result: Result<T>,
  toDone: (value: T) => Answer,
  toRefused: (refusal: Refusal) => Answer = toRefusalAnswer,
): Answer => (result.ok ? toDone(result.value) : toRefused(result.refusal));
