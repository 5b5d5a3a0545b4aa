import { request } from 'node:http';
import type { Clock } from '../clock/clock.ts';
import { BridgeError } from '../error/bridge-error.ts';
import { toAddress } from '../http/exchange.ts';
import { createMessageReader, type StreamMessage } from './event-stream.ts';

/** Where the live stream of a bridge is, and who reads it. */
export interface StreamOptions {
  readonly host: string;
  readonly port: number;
  readonly accessKey: string | undefined;
  readonly clock: Clock;
  /** How long the bridge may take to begin its stream, in milliseconds. */
  readonly timeout: number;
  /** How long the stream may say nothing, not even a comment, before it is taken for lost; milliseconds. */
  readonly silence: number;
  readonly signal: AbortSignal;
  readonly onOpen: () => void;
  readonly onMessage: (message: StreamMessage) => void;
}

const noWay = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
]);

/**
 * Reads `GET /events` of a bridge until it ends; always rejects, since a stream has no good end.
 * @throws BridgeError `unsupported` where the bridge has no stream, `hung-up`, `timeout`, `unreachable` where it
 * was lost, `closed` where the signal was aborted
 */
export const readStream = ({
  host,
  port,
  accessKey,
  clock,
  timeout,
  silence,
  signal,
  ...on
}: StreamOptions) =>
  new Promise<never>((_, reject) => {
    const where = toAddress(host, port);
    const headers = {
      Accept: 'text/event-stream',
      ...(accessKey !== undefined && { Authorization: `Bearer ${accessKey}` }),
    };
    const call = request({ host, port, path: '/events', headers, agent: false });
    let forget = () => {};
    const end = (
      code: 'closed' | 'unsupported' | 'hung-up' | 'timeout' | 'unreachable',
      sentence: string,
    ) => {
      forget();
      signal.removeEventListener('abort', abort);
      call.removeAllListeners();
      call.on('error', () => {});
      call.destroy();
      reject(new BridgeError(code, `${where} ${sentence}.`));
    };
    const abort = () => end('closed', 'is not listened to any more');
    const expect = (within: number) => {
      forget();
      forget = clock.after(within, () => end('timeout', 'fell silent'));
    };

    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort);
    expect(timeout);
    call.on('error', (error: NodeJS.ErrnoException) =>
      noWay.has(error.code ?? '')
        ? end('unreachable', 'cannot be reached')
        : end('hung-up', 'closed the connection without an answer'),
    );
    call.on('response', (response) => {
      const isStream = /^text\/event-stream/.test(response.headers['content-type'] ?? '');
      if (response.statusCode !== 200 || !isStream) return end('unsupported', 'has no live stream');
      expect(silence);
      const read = createMessageReader();
      response.setEncoding('utf8');
      response.on('data', (text: string) => {
        expect(silence);
        for (const message of read(text)) on.onMessage(message);
      });
      response.on('error', () => {});
      response.on('close', () => end('hung-up', 'ended its live stream'));
      on.onOpen();
    });
    call.end();
  });
