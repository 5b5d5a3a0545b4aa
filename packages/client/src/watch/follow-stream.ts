import type { Duplex } from 'node:stream';
import type { Clock } from '../clock.ts';
import { BridgeError } from '../exchange/bridge-error.ts';
import { openSocket, type SocketAddress, toAddress, toTrustError } from '../exchange/secure-socket.ts';
import { createMessageReader, type StreamMessage } from './event-stream.ts';

/** The address of a bridge's live stream, and the callbacks for its messages. */
interface StreamOptions extends SocketAddress {
  readonly accessKey: string | undefined;
  readonly clock: Clock;
  /** Maximum time until the stream starts, in ms. */
  readonly timeout: number;
  /** Time without a byte, not even a comment, after which the stream counts as lost, in ms. */
  readonly idleTimeout: number;
  readonly signal: AbortSignal;
  readonly onOpen: () => void;
  readonly onMessage: (message: StreamMessage) => void;
}

// `node:http` is not imported, because an import reads all of its exports and thereby loads its WebSocket (9 MB).
const { request } = process.getBuiltinModule('node:http');

const unreachableCodes = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
]);

/**
 * Reads `GET /events` of a bridge until it ends. Always rejects, because the stream of a bridge has no end.
 * @throws BridgeError `unsupported` if the bridge has no stream; `hung-up`, `timeout`, `unreachable` if it was lost;
 * `closed` if the signal was aborted
 */
export const followStream = ({
  host,
  port,
  trust,
  connect,
  accessKey,
  clock,
  timeout,
  idleTimeout,
  signal,
  ...on
}: StreamOptions) =>
  new Promise<never>((_, reject) => {
    const where = toAddress(host, port);
    const headers = {
      Accept: 'text/event-stream',
      ...(accessKey !== undefined && { Authorization: `Bearer ${accessKey}` }),
    };
    let socket: Duplex | undefined;
    const call = request({
      host,
      port,
      path: '/events',
      headers,
      createConnection: (_, ready) => {
        socket = openSocket({ host, port, trust, connect }, () => {
          socket?.off('error', ready);
          ready(null, socket!);
        });
        socket.once('error', ready as (error: Error) => void);
        return undefined;
      },
    });
    let cancelTimeout = () => {};
    const end = (
      code: 'closed' | 'unsupported' | 'hung-up' | 'timeout' | 'unreachable' | 'untrusted' | 'malformed',
      sentence: string,
    ) => {
      cancelTimeout();
      signal.removeEventListener('abort', abort);
      call.removeAllListeners();
      call.on('error', () => {});
      call.destroy();
      socket?.on('error', () => {}).destroy();
      reject(new BridgeError(code, `${where} ${sentence}.`));
    };
    const abort = () => end('closed', 'is no longer followed');
    const restartTimeout = (within: number) => {
      cancelTimeout();
      cancelTimeout = clock.after(within, () => end('timeout', 'sent nothing for too long'));
    };

    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort);
    restartTimeout(timeout);
    call.on('error', (error: NodeJS.ErrnoException) =>
      toTrustError(error, where) !== undefined
        ? end('untrusted', 'has a certificate that is not trusted')
        : unreachableCodes.has(error.code ?? '')
          ? end('unreachable', 'cannot be reached')
          : end('hung-up', 'closed the connection without an answer'),
    );
    call.on('response', (response) => {
      const isStream = /^text\/event-stream/.test(response.headers['content-type'] ?? '');
      if (response.statusCode !== 200 || !isStream) return end('unsupported', 'has no live stream');
      restartTimeout(idleTimeout);
      const read = createMessageReader();
      response.setEncoding('utf8');
      response.on('data', (text: string) => {
        restartTimeout(idleTimeout);
        try {
          for (const message of read(text)) on.onMessage(message);
        } catch (error) {
          if (!(error instanceof RangeError)) throw error;
          end('malformed', 'sent a message without an end');
        }
      });
      response.on('error', () => {});
      response.on('close', () => end('hung-up', 'ended its live stream'));
      on.onOpen();
    });
    call.end();
  });
