import type { ConnectionLimits } from '@plenum/platform';

/** Limits of the HTTP server. */
export interface HttpLimits extends ConnectionLimits {
  /** Connections at once; further ones are closed unanswered. */
  readonly connections: number;
  /** Bytes of the headers of one request. */
  readonly headerBytes: number;
  /** Bytes of the body of one request (interface 8). */
  readonly bodyBytes: number;
  /** Milliseconds for the first bytes of a connection, and for a whole request, to arrive. */
  readonly requestTimeout: number;
  /** Milliseconds a connection may be idle between requests. */
  readonly keepAliveTimeout: number;
  /** HTTP/2 calls at once on one connection. */
  readonly calls: number;
  /** Milliseconds that open requests have to finish after the server stopped accepting connections. */
  readonly shutdownTimeout: number;
}

export const defaultLimits: HttpLimits = {
  connections: 20_000,
  // An office, or a carrier that has many houses behind one address.
  addressConnections: 2_000,
  addressHandshakes: 200,
  handshakes: 4_000,
  headerBytes: 16_384,
  bodyBytes: 65_536,
  requestTimeout: 15_000,
  keepAliveTimeout: 75_000,
  calls: 100,
  shutdownTimeout: 10_000,
};
