import type { ConnectionLimits } from '@plenum/platform';
import type { ReadLimits } from './read-queue.ts';

/** What the HTTP server accepts from its clients; times in ms. */
export interface HttpLimits extends ConnectionLimits, ReadLimits {
  /** Connections at once; further ones are closed unanswered. */
  readonly connections: number;
  /** Bytes of the headers of one request. */
  readonly headerBytes: number;
  /** Time in which a whole request must arrive. */
  readonly requestTimeout: number;
  /** Time that a persistent connection may be idle between two requests. */
  readonly keepAliveTimeout: number;
  /** Time that a connection may pass without a byte in either direction. */
  readonly idleTimeout: number;
  /** Live streams at once, and those of one address (IPv4, or a /64 network). */
  readonly streams: number;
  readonly addressStreams: number;
}

export const defaultLimits: HttpLimits = {
  connections: 1_024,
  addressConnections: 256,
  addressHandshakes: 32,
  handshakes: 256,
  headerBytes: 16_384,
  requestTimeout: 15_000,
  keepAliveTimeout: 75_000,
  idleTimeout: 120_000,
  streams: 128,
  addressStreams: 32,
  // One on each connection: to wait costs less than to be refused and to ask again.
  waitingReads: 1_024,
  addressWaitingReads: 256,
  unreadAnswers: 32,
  addressUnreadAnswers: 4,
  readTimeout: 60_000,
};
