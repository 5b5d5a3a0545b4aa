import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Release } from '@plenum/platform';
import { type EntryError, maxFrameBytes, otherVersion, uplink } from '@plenum/protocol/uplink';
import { type WebSocket, WebSocketServer } from 'ws';
import { logFailure } from '../../kernel/failure/log-failure.ts';
import { bearerOf } from '../../kernel/http/bearer.ts';
import type { Log } from '../../kernel/log/log.ts';
import type { AdmittedBridge } from '../bridge/connection-record.ts';
import { type AdmissionDeps, createTokenAdmission } from './entry/admission.ts';
import { createEntryQueue, type EntryQueueDeps } from './entry/entry-queue.ts';
import type { EntryRate } from './entry/entry-rate.ts';
import { type EntryRefusal, refuseEntry, toEntryRefusal } from './entry/refuse-entry.ts';
import type { VerifiedBridge } from './entry/verify-token.ts';
import type { UplinkQuotas } from './uplink-quotas.ts';

/** The WebSocket server for bridges. */
export interface UplinkServer {
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Stops admitting bridges. */
  stopAccepting(): void;
  /** The number of bridges that had to retry later, and the time until the latest of them may enter, in ms. */
  refused(): { readonly count: number; readonly wait: number };
}

/** The slot of a bridge that was admitted and has not sent its snapshot yet. */
export interface EntrySlot {
  /** Must be called when the bridge's first frame has arrived. */
  received(): void;
  /**
   * Must be called when the bridge's snapshot is stored or its connection has ended. Gives the slot to the next bridge.
   */
  end(): void;
}

/** Serves an admitted bridge. */
export type ServeBridge = (socket: WebSocket, bridge: AdmittedBridge, slot: EntrySlot) => void;

export interface UplinkServerDeps extends AdmissionDeps, EntryQueueDeps {
  readonly quotas: Pick<UplinkQuotas, 'wait'>;
  readonly rate: Pick<EntryRate, 'wait' | 'count'>;
  readonly log: Log;
  readonly serve: ServeBridge;
  /**
   * Called for an admitted bridge whose WebSocket did not open, because the bridge had disconnected or its request was
   * not a valid upgrade.
   */
  readonly onLost: (bridge: AdmittedBridge) => void;
}

/** An upgrade request and its socket. */
interface Entry {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
}

/** Time an admitted bridge has to send its snapshot, ms. After that, its slot goes to the next bridge. */
const entryTimeout = 2_000;

/**
 * Maximum number of parts of one frame. Parts are fragments of a message (RFC 6455, 5.4) or reads of the socket, and
 * each costs memory.
 */
const maxParts = 4_096;

/** True if a bridge offers the uplink version of this cloud. */
const isOfVersion = ({ headers }: IncomingMessage): boolean =>
  (headers['sec-websocket-protocol'] ?? '').split(',').some((name) => name.trim() === uplink.subprotocol);

const createWebSocketServer = () =>
  new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: maxFrameBytes.bridge,
    maxFragments: maxParts,
    maxBufferedChunks: maxParts,
    perMessageDeflate: false,
    handleProtocols: () => uplink.subprotocol,
  });

const toBusy = (milliseconds: number): EntryRefusal => ({
  ...toEntryRefusal('busy'),
  retryAfter: Math.ceil(milliseconds / 1_000),
});

/** A socket closes after an error. */
const ignore = () => {};

/**
 * Creates the slot of a bridge, which also ends if the socket of the bridge closes. It counts as wasted if it ends
 * before a frame arrives.
 */
const createPlace = (release: Release, socket: Duplex): EntrySlot => {
  let isWasted = true;
  const end = () => {
    socket.off('close', end);
    release(isWasted ? 'wasted' : undefined);
  };
  socket.once('close', end);
  return {
    received: () => {
      isWasted = false;
    },
    end,
  };
};

export function createUplinkServer(deps: UplinkServerDeps): UplinkServer {
  const { clock, rate, quotas, log, serve, onLost } = deps;
  const queue = createEntryQueue(deps);
  const admission = createTokenAdmission(deps);
  const server = createWebSocketServer();
  let isStopped = false;
  let refusedCount = 0;

  /** Runs one step of the admission. Returns `busy` if the step fails or if this node is stopping. */
  const attempt = async <Value>(step: () => Promise<Value | EntryError>): Promise<Value | EntryError> => {
    if (isStopped) return 'busy';
    try {
      const value = await step();
      return isStopped ? 'busy' : value;
    } catch (error) {
      logFailure(log, { error }, 'a bridge could not be admitted');
      return 'busy';
    }
  };

  const verify = async ({ request, socket }: Entry): Promise<VerifiedBridge | EntryRefusal> => {
    const token = bearerOf(request) ?? '';
    const early = rate.wait(token);
    if (early > 0) return toBusy(early);
    const turn = await queue.waitForTurn(socket);
    if (typeof turn !== 'function') return toBusy(turn.retryAfter);
    const verified = await attempt(() => admission.verify(token));
    turn();
    if (typeof verified === 'string') return toEntryRefusal(verified);
    const wait = Math.max(rate.count(token, verified.accountId), quotas.wait(verified));
    return wait > 0 ? toBusy(wait) : verified;
  };

  const open = ({ request, socket, head }: Entry, bridge: AdmittedBridge, slot: EntrySlot) => {
    let isServed = false;
    server.handleUpgrade(request, socket, head, (webSocket) => {
      isServed = true;
      clock.after(entryTimeout, slot.end);
      serve(webSocket, bridge, slot);
      socket.resume();
    });
    if (!isServed) onLost(bridge);
  };

  /** Runs the steps of an entry: path, version, token, a slot within the account's quota, admission, WebSocket. */
  const enter = async (entry: Entry): Promise<void> => {
    const { request, socket } = entry;
    const refuse = (refusal: EntryRefusal) => {
      if (refusal.retryAfter !== undefined) refusedCount++;
      refuseEntry(socket, refusal, clock.now());
    };
    socket.on('error', ignore);
    if (request.url !== uplink.path) return refuse({ status: 404, error: 'not-found' });
    if (!isOfVersion(request)) return refuse(otherVersion);
    const late = queue.refuseLate();
    if (late !== undefined) return refuse(toBusy(late.retryAfter));
    const verified = await verify(entry);
    if ('error' in verified) return refuse(verified);
    if (socket.destroyed) return;
    const turn = await queue.waitForSlot(socket, verified.accountId);
    if (typeof turn !== 'function') return refuse(toBusy(turn.retryAfter));
    if (socket.destroyed) return turn();
    const admitted = await attempt(() => admission.admit(verified));
    if (typeof admitted !== 'string') return open(entry, admitted, createPlace(turn, socket));
    turn(admitted === 'busy' ? undefined : 'wasted');
    refuse(toEntryRefusal(admitted));
  };

  return {
    handleUpgrade: (request, socket, head) => void enter({ request, socket, head }),
    stopAccepting: () => {
      isStopped = true;
    },
    refused: () => ({ count: refusedCount, wait: queue.promised() }),
  };
}
