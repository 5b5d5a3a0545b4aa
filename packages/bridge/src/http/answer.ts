import { type Refusal, type Result, statusOf } from '@plenum/protocol/refusal';
import { toErrorText } from '@plenum/protocol/v1';

/** An answer whose body is ready to be sent. */
export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  /** Headers beside those every answer has. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Why it was refused: sent as data to who asks for it so. */
  readonly refusal?: Refusal;
}

const plain = 'text/plain; charset=utf-8';
const json = 'application/json; charset=utf-8';

export const toJsonAnswer = (text: string): Answer => ({ status: 200, type: json, text });

export const toTextAnswer = (text: string, type = plain): Answer => ({ status: 200, type, text });

/** A refusal in the manner of the current interface: a status, and `{ERROR: <sentence>}` (interface 7). */
export const toRefusalAnswer = (refusal: Refusal): Answer => ({
  status: statusOf(refusal),
  type: plain,
  text: toErrorText(refusal),
  refusal,
  ...(refusal.code === 'key-required' && { headers: { 'WWW-Authenticate': 'Bearer' } }),
});

/** A refusal in the manner of the original interface: always status 200 (wire facts 8). */
export const toV1RefusalAnswer = (refusal: Refusal): Answer => ({
  ...toRefusalAnswer(refusal),
  status: 200,
});

/** What a result is answered with. */
export const toAnswer = <T>(
  result: Result<T>,
  to: (value: T) => Answer,
  toRefused: (refusal: Refusal) => Answer = toRefusalAnswer,
): Answer => (result.ok ? to(result.value) : toRefused(result.refusal));
