import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Clock } from '@plenum/machine';
import { type EntryError, maxFrameBytes, uplink } from '@plenum/protocol/uplink';
import { type WebSocket, WebSocketServer } from 'ws';
import { createBatch } from '../../kernel/database/batch.ts';
import type { Store } from '../../kernel/database/store.ts';
import { logFailure } from '../../kernel/failure/log-failure.ts';
import { bearerOf } from '../../kernel/http/bearer.ts';
import type { Log } from '../../kernel/log/log.ts';
import { type Admission, admitBridge, type ConnectionRequest } from '../bridge/connection-record.ts';
import { refuseEntry, toEntryRefusal } from './refuse-entry.ts';
import { createSemaphore, type Semaphore } from './semaphore.ts';
import { verifyConnectToken } from './verify-token.ts';

/** A bridge that was admitted, and the number of its connection. */
export interface AdmittedBridge {
  readonly systemId: string;
  readonly epoch: number;
}

/** The WebSocket server for bridges. */
export interface UplinkServer {
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Admits no more bridges. */
  stopAccepting(): void;
}

export interface UplinkServerDeps {
  readonly store: Store;
  readonly nodeId: string;
  readonly audiences: readonly string[];
  readonly clock: Clock;
  readonly log: Log;
  /** Serves an admitted bridge; `onEntered` is to be called when its snapshot is stored or its connection has ended. */
  readonly serve: (socket: WebSocket, entered: AdmittedBridge, onEntered: () => void) => void;
  /** Called for an admitted bridge whose WebSocket did not open: it had disconnected, or its request was not a valid upgrade. */
  readonly onLost: (entered: AdmittedBridge) => void;
  readonly elapsed: () => number;
  readonly semaphore?: Semaphore;
}

/** Bridges admitted at a time: each sends a snapshot, and after a restart all of them connect at once. */
const maxEntering = 64;
/** How long a bridge has for its snapshot before the next is admitted, ms. */
const entryTimeout = 2_000;
/** The longest wait before a bridge gets a 503 with Retry-After (a bridge times out after 15 s), and the longest Retry-After; ms. */
const maxWait = 10_000;
const maxRetryAfter = 60_000;

/** Parts of one frame, as fragments of a message (RFC 6455, 5.4) or reads of the socket: each costs memory. */
const maxParts = 4_096;

export const createUplinkServer = (deps: UplinkServerDeps): UplinkServer => {
  const { store, nodeId, audiences, clock, log, serve, onLost, elapsed } = deps;
  const semaphore =
    deps.semaphore ?? createSemaphore({ maxConcurrent: maxEntering, maxWait, maxRetryAfter, clock, elapsed });
  const admit = createBatch<ConnectionRequest, Admission>(store, {
    work: ({ db }, request) => admitBridge(db, request),
    key: ({ systemId }) => systemId,
  });
  let isStopped = false;

  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: maxFrameBytes.bridge,
    maxFragments: maxParts,
    maxBufferedChunks: maxParts,
    perMessageDeflate: false,
    handleProtocols: (offered) => offered.has(uplink.subprotocol) && uplink.subprotocol,
  });

  /**
   * Waits for the semaphore. Destroys the socket if the bridge disconnects meanwhile, or sends data before it is admitted, which
   * RFC 6455, 4.1, does not allow.
   */
  const waitForTurn = async (socket: Duplex) => {
    const drop = () => void socket.destroy();
    socket.on('data', drop).on('end', drop);
    const turn = await semaphore.acquire();
    socket.off('data', drop).off('end', drop).pause();
    return turn;
  };

  const enter = async (request: IncomingMessage): Promise<AdmittedBridge | EntryError> => {
    if (isStopped) return 'busy';
    const now = clock.now();
    const verified = await verifyConnectToken(store.db, bearerOf(request) ?? '', { audiences, now });
    if (typeof verified === 'string') return verified;
    const { systemId, keyId, jti, expiresAt, timeZone } = verified;
    const epoch = await admit({ systemId, keyId, jti, expiresAt, timeZone, nodeId, now });
    if (isStopped) return 'busy';
    return typeof epoch === 'string' ? epoch : { systemId, epoch };
  };

  const handleUpgrade = async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    socket.on('error', () => {});
    if (request.url !== uplink.path)
      return refuseEntry(socket, { status: 404, error: 'not-found' }, clock.now());
    const release = await waitForTurn(socket);
    if (typeof release !== 'function') {
      const retryAfter = Math.ceil(release.retryAfter / 1_000);
      return refuseEntry(socket, { ...toEntryRefusal('busy'), retryAfter }, clock.now());
    }
    socket.once('close', release);
    if (socket.destroyed) return release();
    const entered = await enter(request).catch((error): EntryError => {
      logFailure(log, { error }, 'a bridge could not be let in');
      return 'busy';
    });
    if (typeof entered === 'string') return refuseEntry(socket, toEntryRefusal(entered), clock.now());
    let isServed = false;
    server.handleUpgrade(request, socket, head, (open) => {
      isServed = true;
      clock.after(entryTimeout, release);
      serve(open, entered, release);
      socket.resume();
    });
    if (!isServed) onLost(entered);
  };

  return {
    handleUpgrade: (request, socket, head) => void handleUpgrade(request, socket, head),
    stopAccepting: () => {
      isStopped = true;
    },
  };
};
