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

/** A bridge that was let in, and the number of its connection. */
export interface AdmittedBridge {
  readonly systemId: string;
  readonly epoch: number;
}

/** The door bridges come in by. */
export interface UplinkServer {
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Lets nobody in any more. */
  stopAccepting(): void;
}

export interface UplinkServerDeps {
  readonly store: Store;
  readonly nodeId: string;
  readonly audiences: readonly string[];
  readonly clock: Clock;
  readonly log: Log;
  /** Serves a bridge that is in; `settled` is to be called when its snapshot is stored. */
  readonly serve: (socket: WebSocket, entered: AdmittedBridge, settled: () => void) => void;
  /** Told of a bridge that was let in and did not come: it was gone by then, or spoke no WebSocket. */
  readonly lost: (entered: AdmittedBridge) => void;
  readonly elapsed: () => number;
  readonly gate?: Semaphore;
}

/** Bridges that come in at once: each brings a snapshot, and after a restart all of them come together. */
const maxEntering = 64;
/** How long a bridge may take for its snapshot before the next is let in, ms. */
const entersWithin = 2_000;
/** A bridge gives up after 15 s: one that waited so long is told when to come back, and when at the latest, ms. */
const maxWait = 10_000;
const maxAbsent = 60_000;

/** Pieces a frame may come in, as fragments of a message (RFC 6455, 5.4) or reads of the socket: each costs memory. */
const maxPieces = 4_096;

export const createUplinkServer = (parts: UplinkServerDeps): UplinkServer => {
  const { store, nodeId, audiences, clock, log, serve, lost, elapsed } = parts;
  const gate =
    parts.gate ??
    createSemaphore({ maxConcurrent: maxEntering, maxWait, maxRetryAfter: maxAbsent, clock, elapsed });
  const admit = createBatch<ConnectionRequest, Admission>(store, {
    work: ({ db }, request) => admitBridge(db, request),
    key: ({ systemId }) => systemId,
  });
  let isShut = false;

  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: maxFrameBytes.bridge,
    maxFragments: maxPieces,
    maxBufferedChunks: maxPieces,
    perMessageDeflate: false,
    handleProtocols: (offered) => offered.has(uplink.subprotocol) && uplink.subprotocol,
  });

  /** Hears a bridge give up meanwhile, which then costs no more; one that talks before it is let in breaks RFC 6455, 4.1. */
  const waitForTurn = async (socket: Duplex) => {
    const drop = () => void socket.destroy();
    socket.on('data', drop).on('end', drop);
    const turn = await gate.acquire();
    socket.off('data', drop).off('end', drop).pause();
    return turn;
  };

  const enter = async (request: IncomingMessage): Promise<AdmittedBridge | EntryError> => {
    if (isShut) return 'busy';
    const now = clock.now();
    const shown = await verifyConnectToken(store.db, bearerOf(request) ?? '', { audiences, now });
    if (typeof shown === 'string') return shown;
    const { systemId, keyId, jti, expiresAt, timeZone } = shown;
    const epoch = await admit({ systemId, keyId, jti, expiresAt, timeZone, nodeId, now });
    if (isShut) return 'busy';
    return typeof epoch === 'string' ? epoch : { systemId, epoch };
  };

  const handleUpgrade = async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    socket.on('error', () => {});
    if (request.url !== uplink.path)
      return refuseEntry(socket, { status: 404, error: 'not-found' }, clock.now());
    const leave = await waitForTurn(socket);
    if (typeof leave !== 'function') {
      const retryAfter = Math.ceil(leave.retryAfter / 1_000);
      return refuseEntry(socket, { ...toEntryRefusal('busy'), retryAfter }, clock.now());
    }
    socket.once('close', leave);
    if (socket.destroyed) return leave();
    const entered = await enter(request).catch((error): EntryError => {
      logFailure(log, { error }, 'a bridge could not be let in');
      return 'busy';
    });
    if (typeof entered === 'string') return refuseEntry(socket, toEntryRefusal(entered), clock.now());
    let isServed = false;
    server.handleUpgrade(request, socket, head, (open) => {
      isServed = true;
      clock.after(entersWithin, leave);
      serve(open, entered, leave);
      socket.resume();
    });
    if (!isServed) lost(entered);
  };

  return {
    handleUpgrade: (request, socket, head) => void handleUpgrade(request, socket, head),
    stopAccepting: () => {
      isShut = true;
    },
  };
};
