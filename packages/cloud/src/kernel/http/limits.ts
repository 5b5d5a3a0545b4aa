import { limits } from '@plenum/protocol/cloud';

/** Limits of the HTTP server. Times are in ms. */
export const defaultLimits = {
  connections: limits.connections.maxConcurrent,
  addressConnections: limits.connections.maxPerKey,
  addressHandshakes: limits.handshakes.maxPerKey,
  handshakes: limits.handshakes.maxConcurrent,
  headerBytes: limits.headerBytes.most,
  bodyBytes: limits.bodyBytes.most,
  requestTimeout: limits.requestTimeout.most,
  keepAliveTimeout: limits.keepAliveTimeout.most,
  calls: limits.calls.maxPerKey,
  resetRate: limits.resets.rate,
  resetBurst: limits.resets.burst,
  resetTime: limits.resets.time,
  /** Time for open requests to finish after the server stops accepting connections. */
  shutdownTimeout: 10_000,
};

export type HttpLimits = Readonly<Record<keyof typeof defaultLimits, number>>;
