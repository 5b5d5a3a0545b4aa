export { createBatchQueue } from './batch/batch-queue.ts';
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
export { toClientNetwork } from './connection/client-network.ts';
export { type ConnectionShares, createConnectionShares } from './connection/connection-shares.ts';
export { shareConnections } from './connection/share-connections.ts';
export { tlsOrPlain } from './connection/tls-or-plain.ts';
export { type Finding, judgeClock } from './finding/finding.ts';
export { folderFailureOf, folderFailures } from './folder/folder-failure.ts';
export { makeFolder } from './folder/make-folder.ts';
export { createPrivateFile, openPrivateFolder } from './folder/private-folder.ts';
export { createStoreFile, type EmptyStore, findEmptyStore, removeDrafts } from './folder/store-file.ts';
export { discardBody } from './http/discard-body.ts';
export { fetchWithoutBrotli } from './http/fetch-without-brotli.ts';
export { authorityOf, namesTwoHosts } from './http/names-two-hosts.ts';
export { withoutSchemas } from './http/without-schemas.ts';
export { addFailure, type Count, countAt, waitAfter } from './limit/counter.ts';
export { createFairQueue } from './limit/fair-queue.ts';
export { createFairSemaphore, type FairSemaphore, type Release, type Retry } from './limit/fair-semaphore.ts';
export { type Allowance, createTokenBucket, type Rate, type TokenBucket } from './limit/token-bucket.ts';
export { nextTurn } from './limit/turn.ts';
export {
  type ListenAddress,
  type ListenFailureCode,
  listenFailures,
  toListenFailure,
} from './listen/listen-failure.ts';
export { copyStore, isInUse } from './sqlite/copy-store.ts';
export { openToRead } from './sqlite/open-to-read.ts';
export { sqlite, sqliteCode, sqliteWords } from './sqlite/sqlite-error.ts';
export {
  type Certificate,
  type CertificateFiles,
  certificateFailures,
  certificateInterval,
  openCertificate,
} from './tls/certificate.ts';
export { type DocsFolder, openDocsFolder } from './web/docs-folder.ts';
export type { WebFile } from './web/static-file.ts';
export { installationFiles, openWebFolder } from './web/web-folder.ts';
