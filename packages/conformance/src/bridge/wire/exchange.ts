import { type BridgeAnswer, readAnswer } from '@plenum/client/answer';
import { type RawResponse, readResponse } from '@plenum/client/response';
import { openSocket, type SocketAddress, toAddress } from '@plenum/client/socket';
import type { Clock } from '@plenum/platform/clock';

/** A request to send; `Host` and `Content-Length` are added. */
export interface WireRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** True to wait after a complete response until the bridge closes the connection. */
  readonly awaitClose?: boolean;
}

/** The end of an exchange: a response, or the reason why there is none. */
type ExchangeEnd = 'answered' | 'hung-up' | 'timeout' | 'unreachable' | 'malformed';

/** One request and its response, exactly as on the wire. */
export interface Exchange {
  readonly request: WireRequest;
  readonly end: ExchangeEnd;
  /** Status line and headers as text; empty without a response. */
  readonly head: string;
  readonly response: RawResponse | undefined;
  /** The meaning of the response, regardless of its spelling. */
  readonly answer: BridgeAnswer | undefined;
  /** The body as text, with one character per byte. */
  readonly raw: string;
  /** Number of reads in which the body arrived. */
  readonly pieces: number;
  /** Milliseconds until the response was complete. */
  readonly time: number;
  /** True if the bridge closed the connection afterwards; `undefined` if the check did not wait for this. */
  readonly closed: boolean | undefined;
}

interface ExchangeDeps {
  readonly address: SocketAddress;
  readonly timeout: number;
  readonly clock: Clock;
}

/** Maximum size of a response in bytes; real responses have a few thousand. */
const maxBytes = 1_048_576;
/**
 * Silence in ms after which a response counts as complete although its framing announces more, and after which a bridge
 * counts as not closing the connection.
 */
const settleTime = 1_500;

const toBytes = ({ method, path, body = '', headers = {} }: WireRequest, host: string): string => {
  const lines = {
    Host: host,
    ...(method !== 'GET' && { 'Content-Length': String(Buffer.byteLength(body)) }),
    ...headers,
  };
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n${body}`;
};

const headOf = (bytes: Buffer): string => bytes.toString('latin1').split(/\r?\n\r?\n/, 1)[0] ?? '';

interface Received {
  readonly bytes: Buffer;
  readonly pieces: number;
  readonly isConnected: boolean;
  readonly isTimeout: boolean;
}

const endOf = ({ bytes, isConnected, isTimeout }: Received): ExchangeEnd => {
  const progress = bytes.length === 0 ? undefined : readResponse(bytes);
  if (progress === 'malformed') return 'malformed';
  if (progress !== undefined && (!isTimeout || progress.state !== 'partial')) return 'answered';
  if (isTimeout) return isConnected ? 'timeout' : 'unreachable';
  return isConnected ? 'hung-up' : 'unreachable';
};

const toResponse = (bytes: Buffer): RawResponse | undefined => {
  const progress = readResponse(bytes);
  return typeof progress === 'object' ? progress.answer : undefined;
};

/** Sends one request over a separate connection and records the response unchecked. Never rejects. */
export const exchangeOn = (request: WireRequest, { address, timeout, clock }: ExchangeDeps) =>
  new Promise<Exchange>((resolve) => {
    const startedAt = clock.now();
    let bytes = Buffer.alloc(0);
    let pieces = 0;
    let isConnected = false;
    let wholeAt: number | undefined;
    let cancelSettle = () => {};
    const cancelTimeout = clock.after(timeout, () => finish({ isTimeout: true }));

    const finish = ({ isTimeout = false, closed }: { isTimeout?: boolean; closed?: boolean }) => {
      cancelTimeout();
      cancelSettle();
      socket.removeAllListeners().on('error', () => {});
      socket.destroy();
      const end = endOf({ bytes, pieces, isConnected, isTimeout });
      const response = end === 'answered' ? toResponse(bytes) : undefined;
      resolve({
        request,
        end,
        head: end === 'answered' ? headOf(bytes) : '',
        response,
        answer: response && readAnswer(response),
        raw: response?.body.toString('latin1') ?? '',
        pieces,
        time: (wholeAt ?? clock.now()) - startedAt,
        closed: request.awaitClose ? closed : undefined,
      });
    };

    const socket = openSocket(address, () => {
      isConnected = true;
      socket.write(toBytes(request, toAddress(address.host, address.port)));
    });
    socket.on('data', (part: Buffer) => {
      bytes = Buffer.concat([bytes, part]);
      pieces++;
      cancelSettle();
      if (bytes.length > maxBytes) return finish({});
      const progress = readResponse(bytes);
      if (progress === 'malformed') return finish({});
      if (progress === undefined || progress.state === 'partial') return;
      wholeAt = clock.now();
      if (progress.state === 'whole' && !request.awaitClose) return finish({});
      cancelSettle = clock.after(settleTime, () => finish({ closed: false }));
    });
    socket.on('error', () => finish({ closed: true }));
    socket.on('close', () => finish({ closed: true }));
  });
