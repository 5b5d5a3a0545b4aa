import type { Clock } from '@plenum/platform';
import type { WebSocket } from 'ws';
import { createBatch, inTurn } from '../../kernel/database/batch.ts';
import { logFailure } from '../../kernel/failure/log-failure.ts';
import type { Log } from '../../kernel/log/log.ts';
import { type AdmittedBridge, recordDisconnect } from '../bridge/connection-record.ts';
import { createBoundedSend } from './connection/bounded-send.ts';
import { type ConnectionDeps, createConnection } from './connection/connection.ts';
import { createPacedIngest, type PacedIngest } from './connection/paced-ingest.ts';
import { createIngestBatch, type IngestBatchDeps } from './ingest-batch.ts';
import type { ConnectionRegistry } from './registry/connection-registry.ts';
import type { UplinkQuotas } from './uplink-quotas.ts';
import type { EntrySlot, ServeBridge } from './uplink-server.ts';

interface ServeSocketDeps extends Pick<ConnectionDeps, 'clock' | 'elapsed'> {
  readonly ingest: PacedIngest;
  readonly registry: Pick<ConnectionRegistry, 'add' | 'announce' | 'remove'>;
  readonly quotas: Pick<UplinkQuotas, 'spend'>;
  readonly log: Log;
}

/** The socket of an admitted bridge. */
interface BridgeSocket {
  readonly socket: WebSocket;
  readonly bridge: AdmittedBridge;
  readonly slot: EntrySlot;
}

/** Bytes a bridge may leave unread, enough for all its pending controls unless they are large. */
const maxUnread = 524_288;
/** Time a bridge has to complete a closing handshake, ms. */
const closeTimeout = 1_000;

const closeSocket = (socket: WebSocket, clock: Clock) => {
  socket.close(1000);
  clock.after(closeTimeout, () => socket.terminate());
};

/** Creates functions that stop reading a socket for a given time, and while it is backlogged. */
const createBackpressure = (
  socket: WebSocket,
  { clock, isBacklogged }: { clock: Clock; isBacklogged: () => boolean },
) => {
  let cancel: (() => void) | undefined;
  const resume = () => {
    if (socket.isPaused && cancel === undefined && !isBacklogged()) socket.resume();
  };
  return {
    /** Resumes reading if nothing prevents it. */
    resume,
    /** Stops reading for `milliseconds`. */
    pause: (milliseconds: number) => {
      socket.pause();
      cancel?.();
      cancel = clock.after(milliseconds, () => {
        cancel = undefined;
        resume();
      });
    },
    end: () => cancel?.(),
  };
};

/**
 * Serves a socket as a connection of this node, and resolves when the socket has closed. Reads only as much as can be
 * processed and as the quotas of the bridge and its account allow.
 */
const serveSocket = (
  { registry, quotas, ingest, log, clock, elapsed }: ServeSocketDeps,
  { socket, bridge, slot }: BridgeSocket,
): Promise<void> => {
  const connection = createConnection({
    bridge,
    send: createBoundedSend(socket, maxUnread),
    closeSocket: () => closeSocket(socket, clock),
    ingest: (update) => ingest(bridge.accountId, update),
    onProcessed: () => backpressure.resume(),
    onReady: () => {
      slot.end();
      return registry.announce(connection);
    },
    onEnd: () => {
      slot.end();
      registry.remove(connection);
    },
    onError: (error) => logFailure(log, { error }, 'a message from a bridge could not be stored'),
    clock,
    elapsed,
  });
  const backpressure = createBackpressure(socket, { clock, isBacklogged: connection.isBacklogged });
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  socket.on('error', () => {});
  socket.on('message', (data, isBinary) => {
    slot.received();
    const wait = quotas.spend(bridge, (data as Buffer).length);
    if (isBinary) connection.close('malformed');
    else connection.receive(data.toString());
    if (wait > 0) backpressure.pause(wait);
    else if (connection.isBacklogged()) socket.pause();
  });
  socket.on('close', () => {
    backpressure.end();
    connection.socketClosed();
    resolve();
  });
  registry.add(connection);
  return closed;
};

export interface BridgeSocketsDeps extends IngestBatchDeps, Omit<ServeSocketDeps, 'ingest' | 'quotas'> {
  readonly quotas: Pick<UplinkQuotas, 'spend' | 'events'>;
}

/** The admitted bridges of a node, from the time the socket opens until their disconnection is stored. */
export interface BridgeSockets {
  readonly serve: ServeBridge;
  /** Stores that the connection of a bridge ended. */
  recordEnd(bridge: AdmittedBridge): Promise<void>;
  /** Resolves when the end of every connection is stored. */
  allEnded(): Promise<void>;
}

export const createBridgeSockets = (deps: BridgeSocketsDeps): BridgeSockets => {
  const { store, clock, log } = deps;
  const ingest = createPacedIngest({ ingest: createIngestBatch(deps), events: deps.quotas.events, clock });
  const storeEnd = createBatch<AdmittedBridge & { readonly now: number }, void>(store, {
    work: inTurn(({ db }, end) => recordDisconnect(db, end)),
    key: ({ systemId }) => systemId,
  });
  const serving = new Set<Promise<void>>();
  const recordEnd = (bridge: AdmittedBridge) =>
    storeEnd({ ...bridge, now: clock.now() }).catch((error) =>
      logFailure(log, { error }, 'the end of a connection could not be stored'),
    );
  return {
    serve: (socket, bridge, slot) => {
      const served = serveSocket({ ...deps, ingest }, { socket, bridge, slot })
        .then(() => recordEnd(bridge))
        .finally(() => serving.delete(served));
      serving.add(served);
    },
    recordEnd,
    allEnded: async () => void (await Promise.all(serving)),
  };
};
