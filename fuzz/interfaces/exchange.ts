import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';

/** A response, or several of them, as one text in which each byte is a character. */
export interface Exchanged {
  readonly text: string;
  /** The statuses of the responses. */
  readonly statuses: readonly number[];
}

/** Time in ms after which a complete request without a response counts as never answered. */
export const hangAfter = 30_000;
/** Rejects if a promise is not settled within the time after which something counts as never answered. */
export async function orHang<Value>(what: string, promise: Promise<Value>): Promise<Value> {
  const never = Promise.withResolvers<never>();
  const timer = setTimeout(() => never.reject(new Error(`${what} within ${hangAfter} ms`)), hangAfter);
  return Promise.race([promise, never.promise]).finally(() => clearTimeout(timer));
}

/** Time in ms to wait for a response to bytes that may be no complete request. */
const patience = 60;

/** Length in bytes above which a server may refuse a request before it has read all of it. */
const longestRequest = 16_384;

export interface ExchangeOptions {
  /** The address that the bytes come from: any of 127.0.0.0/8, so that the limits for one address do not apply. */
  readonly from?: string;
  /** False if the bytes may be no complete request, which a server need not answer; default true. */
  readonly isWhole?: boolean;
  /** Sends the bytes over TLS, with these options. */
  readonly tls?: ConnectionOptions | undefined;
}

/** Sends bytes on a new connection; resolves to the response when the server has closed the connection. */
export const exchange = (
  port: number,
  bytes: string | Uint8Array,
  { from = '127.0.0.1', isWhole = true, tls }: ExchangeOptions = {},
): Promise<Exchanged> =>
  new Promise((resolve, reject) => {
    const to = { port, host: '127.0.0.1', localAddress: from };
    const socket = tls === undefined ? connect(to) : connectTls({ ...to, ...tls });
    let text = '';
    const timer = setTimeout(
      () => {
        if (isWhole) reject(new Error(`no response within ${hangAfter} ms`));
        socket.destroy();
      },
      isWhole ? hangAfter : patience,
    );
    socket.on('data', (piece) => {
      text += piece.toString('latin1');
      // A stream does not end, so its first message is enough.
      if (
        /^content-type: text\/event-stream/im.test(text.slice(0, 2_000)) &&
        /\r\n\r\n[\s\S]*\n\n/.test(text)
      )
        socket.destroy();
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(timer);
      const statuses = Array.from(text.matchAll(/^HTTP\/1\.1 (\d{3})/gm), ([, status]) => Number(status));
      resolve({ text, statuses });
    });
    socket.write(bytes);
  });

/** One request. Characters that would end its first line are encoded. */
export interface Request {
  readonly method: string;
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/** Returns the bytes of a complete request, whose connection the server closes after the response. */
export function toBytes({ method, target, headers = {}, body }: Request): Buffer {
  const line = `${method} ${target.toWellFormed().replace(/[^!-~]/gu, encodeURIComponent)} HTTP/1.1`;
  const all = {
    Host: '127.0.0.1',
    Connection: 'close',
    ...headers,
    ...(body !== undefined && { 'Content-Length': String(Buffer.byteLength(body)) }),
  };
  const head = [line, ...Object.entries(all).map(([name, value]) => `${name}: ${value}`)].join('\r\n');
  return Buffer.from(`${head}\r\n\r\n${body ?? ''}`);
}

/**
 * Asserts that a complete request was answered. A server closes the connection of a longer one after its refusal, which
 * may then be lost, because not everything that was sent was read.
 */
export const assertAnswered = (bytes: Uint8Array, { statuses }: Exchanged): void =>
  assert.ok(
    bytes.length > longestRequest || statuses.length > 0,
    'the connection was closed without a response',
  );

/** True if one of the responses has a status of 2xx. */
export const isAccepted = ({ statuses }: Exchanged): boolean =>
  statuses.some((status) => status >= 200 && status < 300);

/** Sends a request, and returns the body of the response. Throws if its status is not 2xx. */
export async function send(port: number, request: Request, tls?: ConnectionOptions): Promise<string> {
  const { text, statuses } = await exchange(port, toBytes(request), { tls });
  if (statuses[0] === undefined || statuses[0] >= 300)
    throw new Error(`${request.target}: ${text.slice(0, 500)}`);
  return text.slice(text.indexOf('\r\n\r\n') + 4);
}
