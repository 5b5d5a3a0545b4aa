import { type Refusal, toSentence } from '@plenum/protocol/refusal';

/** The response to a request: its HTTP status, a sentence for people, and the payload for clients. */
export interface Reply {
  readonly status: 200 | 400 | 404 | 429 | 500;
  readonly message: string;
  readonly payload: unknown;
}

export const success = (message: string, payload: unknown): Reply => ({ status: 200, message, payload });

export const mistake = (message: string): Reply => ({ status: 400, message, payload: null });

export const refusalReply = (refusal: Refusal): Reply => mistake(toSentence(refusal));
