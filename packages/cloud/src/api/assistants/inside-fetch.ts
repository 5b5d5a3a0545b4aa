import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { toFailed } from '../../fleet/controls/failure.ts';
import { toFailureAnswer } from '../dev/envelopes.ts';

const tooMuch = (most: number) =>
  toFailed(
    413,
    'Error',
  )(`The components of this user are larger than ${most} bytes, too much for an assistant.`);

/** The assistant's request, on whose behalf the other requests are made. */
interface InsideFetchOptions {
  readonly app: Pick<FastifyInstance, 'inject'>;
  /** The client address; requests without a valid token are rate-limited by it. */
  readonly address: string;
  /** Headers of every request: host, request id and trace. */
  readonly headers: Readonly<Record<string, string>>;
  /** Aborted when the assistant disconnects. */
  readonly signal: AbortSignal;
  /** Maximum length of one response, in bytes. */
  readonly maxBytes: number;
}

/** Reads a whole body. Returns `undefined` if it is too long. */
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
 * Creates a `fetch` that calls the routes of this server without a socket. A request passes the same token, scope,
 * quota and rate checks as a request from outside. Accepts only what the cloud client sends: a method, headers and
 * text.
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
          const { refusal: failure } = tooMuch(maxBytes);
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
