import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type EntryError, maxFrameBytes, uplink } from '@plenum/protocol/uplink';
import { type WebSocket, WebSocketServer } from 'ws';
import { logFailure } from '../../kernel/failure/log-failure.ts';
import { bearerOf } from '../../kernel/http/bearer.ts';
import type { Log } from '../../kernel/log/log.ts';
import type { Release } from '../../kernel/shares/semaphore.ts';
import type { AdmittedBridge } from '../bridge/connection-record.ts';
import { type AdmissionDeps, createAdmitByToken } from './admission.ts';
import { createEntryQueue, type EntryQueueDeps } from './entry-queue.ts';
import { refuseEntry, toEntryRefusal } from './refuse-entry.ts';

/** The WebSocket server for bridges. */
export interface UplinkServer {
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Admits no more bridges. */
  stopAccepting(): void;
}

/** Serves an admitted bridge; `onEntered` is to be called when its snapshot is stored or its connection has ended. */
export type ServeBridge = (socket: WebSocket, bridge: AdmittedBridge, onEntered: () => void) => void;

export interface UplinkServerDeps extends AdmissionDeps, EntryQueueDeps {
  readonly log: Log;
  readonly serve: ServeBridge;
  /** Called for an admitted bridge whose WebSocket did not open: it had disconnected, or its request was not a valid upgrade. */
  readonly onLost: (bridge: AdmittedBridge) => void;
}

/** A request to upgrade, and its socket. */
interface Entry {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
}

/** How long a bridge has for its snapshot before the next is admitted, ms. */
const entryTimeout = 2_000;

/** Parts of one frame, as fragments of a message (RFC 6455, 5.4) or reads of the socket: each costs memory. */
const maxParts = 4_096;

const createWebSocketServer = () =>
  new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: maxFrameBytes.bridge,
    maxFragments: maxParts,
    maxBufferedChunks: maxParts,
    perMessageDeflate: false,
    handleProtocols: (offered) => offered.has(uplink.subprotocol) && uplink.subprotocol,
  });

export const createUplinkServer = (deps: UplinkServerDeps): UplinkServer => {
  const { clock, log, serve, onLost } = deps;
  const queue = createEntryQueue(deps);
  const admitByToken = createAdmitByToken(deps);
  const server = createWebSocketServer();
  let isStopped = false;

  const admit = async (request: IncomingMessage): Promise<AdmittedBridge | EntryError> => {
    if (isStopped) return 'busy';
    try {
      const admitted = await admitByToken(bearerOf(request) ?? '');
      return isStopped ? 'busy' : admitted;
    } catch (error) {
      logFailure(log, { error }, 'a bridge could not be admitted');
      return 'busy';
    }
  };

  const open = ({ request, socket, head }: Entry, bridge: AdmittedBridge, release: Release) => {
    let isServed = false;
    server.handleUpgrade(request, socket, head, (webSocket) => {
      isServed = true;
      clock.after(entryTimeout, release);
      serve(webSocket, bridge, release);
      socket.resume();
    });
    if (!isServed) onLost(bridge);
  };

  /** The steps of an entry: the path, the queue, the token, the WebSocket. */
  const enter = async (entry: Entry): Promise<void> => {
    const { request, socket } = entry;
    const refuse = (refusal: Parameters<typeof refuseEntry>[1]) => refuseEntry(socket, refusal, clock.now());
    socket.on('error', () => {});
    if (request.url !== uplink.path) return refuse({ status: 404, error: 'not-found' });
    const turn = await queue.waitForTurn(socket);
    if (typeof turn !== 'function')
      return refuse({ ...toEntryRefusal('busy'), retryAfter: Math.ceil(turn.retryAfter / 1_000) });
    if (socket.destroyed) return turn();
    const admitted = await admit(request);
    if (typeof admitted === 'string') return refuse(toEntryRefusal(admitted));
    open(entry, admitted, turn);
  };

  return {
    handleUpgrade: (request, socket, head) => void enter({ request, socket, head }),
    stopAccepting: () => {
      isStopped = true;
    },
  };
};
