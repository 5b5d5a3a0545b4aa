import type { IncomingMessage } from 'node:http';
import { CloudError, type CloudMessage, verifyWebhook } from '@plenum/client';

/** The result of a request to the event endpoint: the status of the response, and the message if it is new. */
export interface Received {
  readonly status: 204 | 400 | 401 | 413;
  readonly id?: string;
  readonly message?: CloudMessage;
}

const maxBytes = 1_000_000;
/** Number of stored message ids. A message may arrive more than once, and only the first counts. */
const maxIds = 1_000;

/** Receives and verifies a message of interface 6. */
export type Receive = (request: IncomingMessage) => Promise<Received>;

export function createReceiver(secrets: () => readonly string[], now: () => number): Receive {
  const seen = new Set<string>();
  const isNew = (id: string): boolean => {
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
      // The bytes as received, because parsing and serializing them again would invalidate the signature.
      const webhook = {
        headers: request.headers,
        body: Buffer.concat(parts),
        secrets: secrets(),
        now: now(),
      };
      const { id, message } = verifyWebhook(webhook);
      return isNew(id) ? { status: 204, id, message } : { status: 204 };
    } catch (error) {
      // A weak secret is the app's error, not the sender's.
      if (!(error instanceof CloudError) || error.code === 'weak-secret') throw error;
      return { status: error.code === 'forged' ? 401 : 400 };
    }
  };
}
