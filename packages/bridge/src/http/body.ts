import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { discardBody } from '@plenum/platform';
import { maxBytes, parseBody } from '@plenum/protocol/check';
import { type BodyOf, type BridgeEndpoint, checkBody } from '@plenum/protocol/endpoint';
import { ok, type Result, refuse } from '@plenum/protocol/refusal';

/** Text of a request's body, or the reason why the body cannot be used. */
export type Body = Result<string>;

/** Returns the body of a request; empty if there is none. */
export const bodyOf = ({ body }: { readonly body?: Body }): Body => body ?? ok('');

/** Returns the checked body of a request to an own endpoint of the bridge, if that endpoint has a body. */
export function readBody<E extends BridgeEndpoint>(
  endpoint: E,
  request: { readonly body?: Body },
): Result<BodyOf<E>> {
  if (endpoint.body === undefined) return ok(undefined as BodyOf<E>);
  const body = bodyOf(request);
  const parsed = body.ok ? parseBody(body.value) : body;
  return parsed.ok ? checkBody(endpoint, parsed.value) : parsed;
}

const tooLarge = refuse('too-large', { facts: { most: maxBytes } });

/**
 * Reads the body of a request of any type (wire facts 7). Calls `done` once, with an error if the client disconnected.
 */
export function readRequestBody(
  message: IncomingMessage,
  done: (error: Error | null, body?: Body) => void,
): void {
  let chunks: Buffer[] = [];
  let length = 0;
  const stop = () => message.off('data', receive).off('end', end).off('error', finish);
  const finish = (error: Error | null, body?: Body) => {
    stop();
    done(error, body);
  };
  const receive = (chunk: Buffer) => {
    length += chunk.length;
    chunks.push(chunk);
    if (length <= maxBytes) return;
    chunks = [];
    stop();
    discardBody(message, (isWhole) => {
      // The connection cannot be reused if the rest of the body is not read.
      if (!isWhole) message.headers.connection = 'close';
      done(null, tooLarge);
    });
  };
  const end = () => {
    const bytes = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, length);
    finish(null, isUtf8(bytes) ? ok(bytes.toString()) : refuse('not-utf8'));
  };
  message.on('data', receive).on('end', end).on('error', finish);
}
