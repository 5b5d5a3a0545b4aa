import type { Clock } from '@plenum/machine';
import { bridgeToken, maxFrameBytes, uplink } from '@plenum/protocol/uplink';
import WebSocket from 'ws';
import { toAhead } from './ask.ts';

/** Why a connection was not let in: the word of the cloud (`entryErrors`) or `unknown`, and how far its clock is ahead. */
export interface Rejected {
  readonly error: string;
  readonly ahead: number;
  /** Milliseconds after which the cloud wants to be asked again (RFC 9110, 10.2.3); undefined where it did not say. */
  readonly retryAfter: number | undefined;
}

/** An open connection. */
export interface Connection {
  send(text: string): void;
  close(): void;
}

export interface ConnectDeps {
  /** Origin of the cloud, http or https. */
  readonly cloud: string;
  readonly token: string;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** Called when it is open; returns what hears the messages. */
  readonly opened: (connection: Connection) => (text: string) => void;
}

/** Milliseconds until it must be open or refused, however busily the other side sends headers or a refusal. */
const openWithin = 15_000;
const maxErrorBytes = 4_096;
/** Pieces a frame may come in: each costs memory. */
const maxPieces = 4_096;

/** The longest a cloud may send its bridges away for, s; that it is not even a second is no answer. */
const longestAway = 300;

const toRetryAfter = (header: string | undefined): number | undefined =>
  /^[1-9]\d{0,8}$/.test(header ?? '') ? Math.min(Number(header), longestAway) * 1000 : undefined;

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
 * Opens one connection to a cloud; resolves when it is closed, with why it was not let in where that is known. Never
 * rejects: that no cloud is reached is an ordinary end.
 */
export const connect = (parts: ConnectDeps): Promise<Rejected | undefined> =>
  new Promise((resolve) => {
    const { cloud, token, signal, clock, opened } = parts;
    const socket = new WebSocket(`${cloud.replace(/^http/, 'ws')}${uplink.path}`, [uplink.subprotocol], {
      headers: { Authorization: `Bearer ${token}` },
      maxPayload: maxFrameBytes.cloud,
      maxFragments: maxPieces,
      maxBufferedChunks: maxPieces,
      perMessageDeflate: false,
      followRedirects: false,
    });
    const abandon = () => socket.terminate();
    const cancelLate = clock.after(openWithin, () => end());
    const end = (rejected?: Rejected) => {
      cancelLate();
      signal.removeEventListener('abort', abandon);
      socket.terminate();
      resolve(rejected);
    };
    signal.addEventListener('abort', abandon);
    if (signal.aborted) abandon();
    socket.on('error', () => {});
    socket.on('close', () => end());
    socket.on('unexpected-response', (_, response) => {
      const ahead = toAhead(response.headers.date, clock.now());
      const retryAfter = toRetryAfter(response.headers['retry-after']);
      void readError(response).then((error) => end({ error, ahead, retryAfter }));
    });
    socket.on('open', () => {
      cancelLate();
      const hear = opened({
        send: (text) => {
          if (socket.readyState === WebSocket.OPEN) socket.send(text);
        },
        close: abandon,
      });
      socket.on('message', (data, isBinary) => (isBinary ? abandon() : hear(data.toString())));
    });
  });

/** Milliseconds two clocks may differ before a token is signed by the clock of the cloud. */
export const maxAhead = (bridgeToken.leeway * 1000) / 2;
