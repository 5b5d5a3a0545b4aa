import type { Clock } from '@plenum/platform';
import { bridgeToken, maxFrameBytes, uplink, uplinkTimes } from '@plenum/protocol/uplink';
import WebSocket from 'ws';
import { clockOffset } from './fetch-from-cloud.ts';

/** The refusal of a connection by a cloud. */
export interface Rejection {
  /** An error code of the cloud (`entryErrors`), or `unknown`. */
  readonly error: string;
  /** The lead of the cloud's clock over ours, in ms. */
  readonly clockOffset: number;
  /** Time until the next attempt in ms, if the cloud requests one (`Retry-After`: RFC 9110, 10.2.3). */
  readonly retryAfter: number | undefined;
}

/** An open connection. */
export interface CloudConnection {
  send(text: string): void;
  close(): void;
}

export interface ConnectDeps {
  /** Origin of the cloud, http or https. */
  readonly cloud: string;
  readonly token: string;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** Called when the connection is open; returns the function that receives the messages. */
  readonly opened: (connection: CloudConnection) => (text: string) => void;
}

/**
 * Time in which the connection must be open or refused, in ms, even if the cloud keeps sending headers or a refusal.
 */
const openTimeout = 15_000;
const maxErrorBytes = 4_096;
/** Maximum number of fragments in a frame: each takes memory. */
const maxFragments = 4_096;
/** Returns the time in ms; undefined if the header is not a whole number of seconds, at least 1. */
const toRetryAfter = (header: string | undefined): number | undefined =>
  /^[1-9]\d{0,8}$/.test(header ?? '')
    ? Math.min(Number(header) * 1000, uplinkTimes.longestRetryAfter)
    : undefined;

const toError = (text: string): string => {
  try {
    const { error } = JSON.parse(text) as { error?: unknown };
    return typeof error === 'string' && /^[a-z-]{1,40}$/.test(error) ? error : 'unknown';
  } catch {
    return 'unknown';
  }
};

const readError = (response: NodeJS.ReadableStream): Promise<string> =>
  new Promise((resolve) => {
    let text = '';
    response.on('data', (piece: Buffer) => {
      text += piece.toString('latin1');
      if (text.length > maxErrorBytes) resolve('unknown');
    });
    response.on('error', () => resolve('unknown'));
    response.on('end', () => resolve(toError(text)));
  });

/**
 * Opens one connection to a cloud. When the connection closes, resolves to the rejection if the cloud refused it,
 * otherwise to undefined. Never rejects: an unreachable cloud is a normal end.
 */
export const connect = (deps: ConnectDeps): Promise<Rejection | undefined> =>
  new Promise((resolve) => {
    const { cloud, token, signal, clock, opened } = deps;
    const socket = new WebSocket(`${cloud.replace(/^http/, 'ws')}${uplink.path}`, [uplink.subprotocol], {
      headers: { Authorization: `Bearer ${token}` },
      maxPayload: maxFrameBytes.cloud,
      maxFragments,
      maxBufferedChunks: maxFragments,
      perMessageDeflate: false,
      followRedirects: false,
    });
    const abandon = () => socket.terminate();
    const cancelTimeout = clock.after(openTimeout, () => end());
    const end = (rejection?: Rejection) => {
      cancelTimeout();
      signal.removeEventListener('abort', abandon);
      socket.terminate();
      resolve(rejection);
    };
    signal.addEventListener('abort', abandon);
    if (signal.aborted) abandon();
    socket.on('error', () => {});
    socket.on('close', () => end());
    socket.on('unexpected-response', (_, response) => {
      const offset = clockOffset(response.headers.date, clock.now());
      const retryAfter = toRetryAfter(response.headers['retry-after']);
      void readError(response).then((error) => end({ error, clockOffset: offset, retryAfter }));
    });
    socket.on('open', () => {
      cancelTimeout();
      const receive = opened({
        send: (text) => {
          if (socket.readyState === WebSocket.OPEN) socket.send(text);
        },
        close: abandon,
      });
      socket.on('message', (data, isBinary) => (isBinary ? abandon() : receive(data.toString())));
    });
  });

/** Difference in ms between this clock and the cloud's beyond which tokens are dated by the cloud's clock. */
export const maxClockOffset = (bridgeToken.leeway * 1000) / 2;
