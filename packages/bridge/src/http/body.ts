import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { maxBytes } from '@plenum/protocol/check';
import { ok, type Result, refuse } from '@plenum/protocol/refusal';

/** Text of a request's body, or the reason why the body cannot be used. */
export type Body = Result<string>;

/**
 * Number of bytes that are still read from a body that is too large, so that the sender has finished before the refusal
 * is sent. Closing a connection with unread bytes resets it, and the refusal is lost.
 */
const maxDrained = 1_048_576;

/** Returns the body of a request; empty if there is none. */
export const bodyOf = ({ body }: { readonly body?: Body }): Body => body ?? ok('');

const tooLarge = refuse('too-large', { facts: { most: maxBytes } });

/**
 * Reads the body of a request of any type (wire facts 7). Calls `done` once, with an error if the client disconnected.
 */
export const readRequestBody = (
  message: IncomingMessage,
  done: (error: Error | null, body?: Body) => void,
): void => {
  let chunks: Buffer[] = [];
  let length = 0;
  const finish = (error: Error | null, body?: Body) => {
    message.off('data', receive).off('end', end).off('error', finish);
    done(error, body);
  };
  const receive = (chunk: Buffer) => {
    length += chunk.length;
    if (length <= maxBytes) chunks.push(chunk);
    else chunks = [];
    if (length <= maxDrained) return;
    // The rest of the body is not read, so the connection cannot be reused.
    message.headers.connection = 'close';
    finish(null, tooLarge);
  };
  const end = () => {
    if (length > maxBytes) return finish(null, tooLarge);
    const bytes = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, length);
    finish(null, isUtf8(bytes) ? ok(bytes.toString()) : refuse('not-utf8'));
  };
  message.on('data', receive).on('end', end).on('error', finish);
};
