import type { ServerResponse } from 'node:http';
import { type Refusal, type Result, statusOf } from '@plenum/protocol/refusal';
import { toErrorText } from '@plenum/protocol/v1';

/** An answer whose body is ready to be sent. */
export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
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

/** A refusal as in the current interface: a status, and `{ERROR: <sentence>}` (docs/interface/7-errors.md). */
export const toRefusalAnswer = (refusal: Refusal): Answer => ({
  status: statusOf(refusal),
  type: plain,
  text: toErrorText(refusal),
  refusal,
  ...(refusal.code === 'key-required' && { headers: { 'WWW-Authenticate': 'Bearer' } }),
});

/** A refusal as in the original interface: always with status 200 (wire facts 8). */
export const toV1RefusalAnswer = (refusal: Refusal): Answer => ({
  ...toRefusalAnswer(refusal),
  status: 200,
});

export const toAnswer = <T>(
  result: Result<T>,
  toDone: (value: T) => Answer,
  toRefused: (refusal: Refusal) => Answer = toRefusalAnswer,
): Answer => (result.ok ? toDone(result.value) : toRefused(result.refusal));
