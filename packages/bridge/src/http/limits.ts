import { bridgeLimits as limits } from '@plenum/protocol/limit';

/** Default limits of the HTTP server and of what its clients can create; times in ms. */
export const defaultLimits = {
  connections: limits.connections.maxConcurrent,
  addressConnections: limits.connections.maxPerKey,
  addressHandshakes: limits.handshakes.maxPerKey,
  handshakes: limits.handshakes.maxConcurrent,
  headerBytes: limits.headerBytes.most,
  requestTimeout: limits.requestTimeout.most,
  keepAliveTimeout: limits.keepAliveTimeout.most,
  idleTimeout: limits.idleTimeout.most,
  streams: limits.streams.maxConcurrent,
  addressStreams: limits.streams.maxPerKey,
  waitingReads: limits.waitingReads.maxConcurrent,
  addressWaitingReads: limits.waitingReads.maxPerKey,
  unreadAnswers: limits.unreadAnswers.maxConcurrent,
  addressUnreadAnswers: limits.unreadAnswers.maxPerKey,
  readTimeout: limits.readTimeout.most,
  snapshots: limits.snapshots.most,
  snapshotBytes: limits.snapshotBytes.most,
  requests: limits.requests.most,
  requestsBytes: limits.requestsBytes.most,
  requestBody: limits.requestBody.most,
  forks: limits.forks.most,
  backupBytes: limits.backupBytes.most,
};

export type HttpLimits = Readonly<Record<keyof typeof defaultLimits, number>>;
