import { bridgeToken, mostFrameBytes, uplink } from '@plenum/protocol';
import WebSocket from 'ws';
import { toAhead } from './ask.ts';

/** Why a connection was not let in: the word of the cloud (`entryErrors`) or another, and how far its clock is ahead. */
export interface Rejected {
  readonly error: string;
  readonly ahead: number;
}

/** An open connection. */
export interface Connection {
  send(text: string): void;
  close(): void;
}

export interface ConnectParts {
  /** Origin of the cloud, http or https. */
  readonly cloud: string;
  readonly token: string;
  readonly signal: AbortSignal;
  readonly now: () => number;
  /** Called when it is open; returns what hears the messages. */
  readonly opened: (connection: Connection) => (text: string) => void;
}

const handshakeTimeout = 15_000;
const mostErrorBytes = 4_096;

const readError = (response: NodeJS.ReadableStream): Promise<string> =>
  new Promise((resolve) => {
    let text = '';
    response.on('data', (piece: Buffer) => {
      if (text.length < mostErrorBytes) text += piece.toString('utf8');
    });
    response.on('error', () => resolve('unknown'));
    response.on('end', () => {
      try {
        resolve(String((JSON.parse(text) as { error?: unknown }).error ?? 'unknown'));
      } catch {
        resolve('unknown');
      }
    });
  });

/**
 * Opens one connection to a cloud; resolves when it is closed, with why it was not let in where that is known. Never
 * rejects: that no cloud is reached is an ordinary end.
 */
export const connect = (parts: ConnectParts): Promise<Rejected | undefined> =>
  new Promise((resolve) => {
    const { cloud, token, signal, now, opened } = parts;
    const socket = new WebSocket(`${cloud.replace(/^http/, 'ws')}${uplink.path}`, [uplink.subprotocol], {
      headers: { Authorization: `Bearer ${token}` },
      handshakeTimeout,
      maxPayload: mostFrameBytes.cloud,
      perMessageDeflate: false,
      followRedirects: false,
    });
    const abandon = () => socket.terminate();
    const end = (rejected?: Rejected) => {
      signal.removeEventListener('abort', abandon);
      socket.terminate();
      resolve(rejected);
    };
    signal.addEventListener('abort', abandon);
    if (signal.aborted) abandon();
    socket.on('error', () => {});
    socket.on('close', () => end());
    socket.on('unexpected-response', (_, response) => {
      const ahead = toAhead(response.headers.date, now());
      void readError(response).then((error) => end({ error, ahead }));
    });
    socket.on('open', () => {
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
export const mostAhead = (bridgeToken.leeway * 1000) / 2;
