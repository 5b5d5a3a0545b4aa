import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { toFailure } from '../../fleet/controls/reply-result.ts';
import { toFailureAnswer } from '../third-party/envelopes.ts';

const tooMuch = (most: number) =>
  toFailure(413, 'Error')(`This user has more than ${most} bytes of components, too much for an assistant.`);

/** The request that is answered by means of others. */
export interface InsideFetchOptions {
  readonly app: Pick<FastifyInstance, 'inject'>;
  /** What the others are limited by where their token is not valid. */
  readonly address: string;
  /** What all of them carry: the host, the id and the trace of the request. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether anybody still waits for them. */
  readonly signal: AbortSignal;
  /** Bytes of one answer. */
  readonly maxBytes: number;
}

/** Reads a body; undefined where it is too long. */
const readAll = async (stream: Readable, maxBytes: number): Promise<string | undefined> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
};

/**
 * A `fetch` of the routes of this server, without a socket: a request passes the same checks of token, scope, share and
 * rate as one from elsewhere. Takes what the client of a cloud sends, a method, headers and a text.
 */
export const createInsideFetch =
  ({ app, address, headers: common, signal, maxBytes }: InsideFetchOptions): typeof globalThis.fetch =>
  async (input, { method = 'GET', headers, body } = {}) => {
    signal.throwIfAborted();
    const { pathname, search } = new URL(String(input));
    const ended = Promise.withResolvers<never>();
    ended.promise.catch(() => {});
    const end = () => ended.reject(signal.reason);
    signal.addEventListener('abort', end, { once: true });
    try {
      const answer = await Promise.race([
        app.inject({
          method: method as 'GET',
          url: `${pathname}${search}`,
          headers: { ...Object.fromEntries(new Headers(headers)), ...common },
          ...(typeof body === 'string' && { payload: body }),
          remoteAddress: address,
          payloadAsStream: true,
        }),
        ended.promise,
      ]);
      const { res } = answer.raw;
      try {
        const text = await Promise.race([readAll(answer.stream(), maxBytes), ended.promise]);
        if (text === undefined) {
          const failure = tooMuch(maxBytes);
          return new Response(toFailureAnswer('', failure), { status: failure.status });
        }
        const retryAfter = answer.headers['retry-after'];
        return new Response(text, {
          status: answer.statusCode,
          ...(retryAfter !== undefined && { headers: { 'retry-after': String(retryAfter) } }),
        });
      } finally {
        res.destroy();
      }
    } finally {
      signal.removeEventListener('abort', end);
    }
  };
