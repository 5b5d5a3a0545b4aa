export {
  type Cancel,
  type Clock,
  coalesce,
  type DueWork,
  delay,
  every,
  machineOf,
  systemClock,
} from './clock/clock.ts';
export { createTestClock, type TestClock } from './clock/test-clock.ts';
export { type Finding, judgeClock, maxClockDifference } from './finding.ts';
export {
  type Certificate,
  type CertificateFiles,
  certificateFailures,
  certificateInterval,
  openCertificate,
} from './network/certificate.ts';
export { toClientNetwork } from './network/client-network.ts';
export { type ConnectionShares, createConnectionShares } from './network/connection-shares.ts';
export { discardBody } from './network/discard-body.ts';
export { fetchWithoutBrotli } from './network/fetch-without-brotli.ts';
export {
  type ListenAddress,
  type ListenFailureCode,
  listenFailures,
  toListenFailure,
} from './network/listen-failure.ts';
export { authorityOf, namesTwoHosts } from './network/names-two-hosts.ts';
export { shareConnections } from './network/share-connections.ts';
export { tlsOrPlain } from './network/tls-or-plain.ts';
export { withoutSchemas } from './network/without-schemas.ts';
export { createBatchQueue } from './pace/batch-queue.ts';
export { addFailure, type Count, countAt, waitAfter } from './pace/counter.ts';
export { createFairQueue } from './pace/fair-queue.ts';
export { createFairSemaphore, type FairSemaphore, type Release, type Retry } from './pace/fair-semaphore.ts';
export { type Allowance, createTokenBucket, type Rate, type TokenBucket } from './pace/token-bucket.ts';
export { nextTurn } from './pace/turn.ts';
export type { Runtime } from './runtime.ts';
export { copyStore, isInUse } from './storage/copy-store.ts';
export { folderFailureOf, folderFailures } from './storage/folder-failure.ts';
export { makeFolder } from './storage/make-folder.ts';
export { openToRead } from './storage/open-to-read.ts';
export { createPrivateFile, openPrivateFolder } from './storage/private-folder.ts';
export { sqlite, sqliteCode, sqliteWords } from './storage/sqlite-error.ts';
export { createStoreFile, type EmptyStore, findEmptyStore, removeDrafts } from './storage/store-file.ts';
export { type DocsFolder, openDocsFolder } from './web/docs-folder.ts';
export type { WebFile } from './web/static-file.ts';
export { installationFiles, openWebFolder } from './web/web-folder.ts';
