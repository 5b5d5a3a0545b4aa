import type { Clock } from '../clock.ts';
import { BridgeError, type BridgeErrorCode } from './bridge-error.ts';
import { createResponseReader, type RawResponse } from './response.ts';
import { openSocket, type SocketAddress, toAddress, toTrustError } from './secure-socket.ts';

/** One request to a bridge. `timeout` covers the whole exchange including the connection, in ms. */
export interface Exchange extends SocketAddress {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly body?: string;
  /**
   * True to send a body with its `Content-Type`; some devices refuse it, some require it (wire facts 7). Default true.
   */
  readonly hasType?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeout: number;
  readonly clock: Clock;
  readonly signal?: AbortSignal;
}

/** Maximum size of a response in bytes; the largest real one has a few thousand. */
const maxBytes = 1_048_576;

/** Time without new bytes after which a probably complete response is accepted, in ms. */
const settleTime = 300;

const toRequest = ({
  host,
  port,
  method,
  path,
  body = '',
  hasType = true,
  headers = {},
}: Exchange): string => {
  const lines = {
    Host: toAddress(host, port),
    ...(method !== 'GET' && hasType && { 'Content-Type': 'application/json' }),
    ...(method !== 'GET' && { 'Content-Length': String(Buffer.byteLength(body)) }),
    ...headers,
    Connection: 'close',
  };
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n${body}`;
};

/**
 * Sends one request over its own connection and returns the response, even if it is badly framed (wire facts 7). Uses
 * node:net instead of node:http, which drops the rest of a body whose Content-Length is too small, and the whole body
 * if it is too large. @throws BridgeError `unreachable`, `hung-up`, `timeout`, `malformed` or `closed`
 */
export const exchange = (request: Exchange): Promise<RawResponse> =>
  new Promise((resolve, reject) => {
    const { clock, host, port, trust, connect, timeout, signal } = request;
    const where = toAddress(host, port);
    if (signal?.aborted) return reject(closed(where));
    const socket = openSocket({ host, port, trust, connect }, () => {
      connected = true;
      socket.write(toRequest(request));
    });
    const reader = createResponseReader();
    let connected = false;
    let cancelSettle = () => {};

    const settle = (act: () => void) => {
      cancelTimeout();
      cancelSettle();
      signal?.removeEventListener('abort', abort);
      socket.removeAllListeners();
      socket.on('error', () => {});
      socket.destroy();
      act();
    };
    const fail = (code: BridgeErrorCode, sentence: string, cause?: unknown) =>
      settle(() => reject(new BridgeError(code, sentence, { cause })));
    const abort = () => settle(() => reject(closed(where)));
    const cancelTimeout = clock.after(timeout, () =>
      connected
        ? fail('timeout', `${where} did not answer within ${timeout / 1000} s.`)
        : fail('unreachable', `${where} cannot be reached: no connection within ${timeout / 1000} s.`),
    );

    const acceptReceived = (cause?: NodeJS.ErrnoException) => {
      const progress = reader.size() === 0 ? undefined : reader.progress();
      if (typeof progress === 'object') return settle(() => resolve(progress.answer));
      if (reader.size() > 0) return fail('malformed', `${where} does not answer in HTTP.`, cause);
      if (connected) return fail('hung-up', `${where} closed the connection without an answer.`, cause);
      const untrusted = toTrustError(cause, where);
      if (untrusted !== undefined) return settle(() => reject(untrusted));
      const why = reasons[cause?.code ?? ''] ?? cause?.code ?? 'the connection was closed';
      fail('unreachable', `${where} cannot be reached: ${why}.`, cause);
    };

    signal?.addEventListener('abort', abort);
    socket.on('data', (part: Buffer) => {
      reader.push(part);
      cancelSettle();
      if (reader.size() > maxBytes)
        return fail('malformed', `${where} answered more than ${maxBytes} bytes.`);
      const progress = reader.progress();
      if (progress === 'malformed') return fail('malformed', `${where} does not answer in HTTP.`);
      if (progress?.state === 'whole') return settle(() => resolve(progress.answer));
      if (progress?.state === 'likely') cancelSettle = clock.after(settleTime, acceptReceived);
    });
    socket.on('error', acceptReceived);
    socket.on('close', () => acceptReceived());
  });

const closed = (where: string) =>
  new BridgeError('closed', `The connection to ${where} was closed by this program.`);

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  EHOSTUNREACH: 'there is no route to that address',
  ENETUNREACH: 'there is no route to that network',
  EHOSTDOWN: 'that address does not answer',
  ETIMEDOUT: 'that address does not answer',
  ENOTFOUND: 'no such name',
  EAI_AGAIN: 'the name could not be looked up',
};
