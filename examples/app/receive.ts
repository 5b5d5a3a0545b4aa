import type { IncomingMessage } from 'node:http';
import { CloudError, type CloudMessage, verifyWebhook } from '@plenum/client';

/** What becomes of a request to the event endpoint: the status it is answered with, and the message if it is news. */
export interface Received {
  readonly status: 204 | 400 | 401 | 413;
  readonly id?: string;
  readonly message?: CloudMessage;
}

const maxBytes = 1_000_000;
/** Messages whose id is remembered: each may come more than once, and is news only the first time. */
const maxIds = 1_000;

/** Receives a message of interface 6: none is believed before its signature is found right. */
export type Receive = (request: IncomingMessage) => Promise<Received>;

export const createReceiver = (secrets: () => readonly string[], now: () => number): Receive => {
  const seen = new Set<string>();
  const isNews = (id: string): boolean => {
    if (seen.has(id)) return false;
    seen.add(id);
    if (seen.size > maxIds) seen.delete(seen.values().next().value!);
    return true;
  };
  return async (request) => {
    const parts: Buffer[] = [];
    let bytes = 0;
    for await (const part of request as AsyncIterable<Buffer>) {
      bytes += part.length;
      if (bytes > maxBytes) return { status: 413 };
      parts.push(part);
    }
    try {
      // The bytes as they came: parsed and written again they have another signature.
      const webhook = {
        headers: request.headers,
        body: Buffer.concat(parts),
        secrets: secrets(),
        now: now(),
      };
      const { id, message } = verifyWebhook(webhook);
      return isNews(id) ? { status: 204, id, message } : { status: 204 };
    } catch (error) {
      if (!(error instanceof CloudError)) throw error;
      return { status: error.code === 'forged' ? 401 : 400 };
    }
  };
};
