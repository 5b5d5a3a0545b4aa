import type { Clock } from '@plenum/platform';
import type { WebSocket } from 'ws';
import type { Bus } from '../../kernel/bus/bus.ts';
import { createBatch, inTurn } from '../../kernel/database/batch.ts';
import type { Store } from '../../kernel/database/store.ts';
import { logFailure } from '../../kernel/failure/log-failure.ts';
import type { Log } from '../../kernel/log/log.ts';
import { type AdmittedBridge, recordDisconnect } from '../bridge/connection-record.ts';
import type { FleetListeners } from '../component/fleet-listeners.ts';
import { type ComponentUpdate, type IngestResult, ingestUpdates } from '../component/ingest.ts';
import { type AccountChange, accountSubject } from './bus-subjects.ts';
import { createBoundedSend } from './connection/bounded-send.ts';
import { type ConnectionDeps, createConnection } from './connection/connection.ts';
import { createPacedIngest, type PacedIngest } from './connection/paced-ingest.ts';
import type { ConnectionRegistry } from './registry/connection-registry.ts';
import type { UplinkQuotas } from './uplink-quotas.ts';
import type { EntryPlace, ServeBridge } from './uplink-server.ts';

interface ServeSocketDeps extends Pick<ConnectionDeps, 'clock' | 'elapsed'> {
  readonly ingest: PacedIngest;
  readonly registry: Pick<ConnectionRegistry, 'add' | 'announce' | 'remove'>;
  readonly shares: Pick<UplinkQuotas, 'spend'>;
  readonly log: Log;
}

/** The socket of an admitted bridge. */
interface BridgeSocket {
  readonly socket: WebSocket;
  readonly bridge: AdmittedBridge;
  readonly place: EntryPlace;
}

/** Bytes a bridge may leave unread, enough for all its pending controls unless they are large. */
const maxUnread = 524_288;
/** Time a bridge has to answer a closing handshake, ms. */
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
 * processed and as the quotas of the bridge and of its account allow.
 */
const serveSocket = (
  { registry, shares, ingest, log, clock, elapsed }: ServeSocketDeps,
  { socket, bridge, place }: BridgeSocket,
): Promise<void> => {
  const connection = createConnection({
    bridge,
    send: createBoundedSend(socket, maxUnread),
    closeSocket: () => closeSocket(socket, clock),
    ingest: (update) => ingest(bridge.accountId, update),
    onProcessed: () => backpressure.resume(),
    onReady: () => {
      place.end();
      return registry.announce(connection);
    },
    onEnd: () => {
      place.end();
      registry.remove(connection);
    },
    onError: (error) => logFailure(log, { error }, 'what a bridge sent could not be stored'),
    clock,
    elapsed,
  });
  const backpressure = createBackpressure(socket, { clock, isBacklogged: connection.isBacklogged });
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  socket.on('error', () => {});
  socket.on('message', (data, isBinary) => {
    place.received();
    const wait = shares.spend(bridge, (data as Buffer).length);
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

interface IngestDeps {
  readonly store: Store;
  readonly bus: Bus;
  readonly listeners: FleetListeners;
}

/**
 * Creates a function that stores the updates of all bridges, many in one transaction, and publishes which accounts have
 * changes.
 */
const createIngest = ({ store, bus, listeners }: IngestDeps) =>
  createBatch<ComponentUpdate, IngestResult>(store, {
    key: ({ systemId }) => systemId,
    // After a power failure the bridge reconnects and sends a snapshot.
    durability: 'relaxed',
    work: async (tx, updates) => {
      const results = await ingestUpdates(tx, updates, listeners);
      const changes = results.flatMap((result) => ('change' in result ? (result.change ?? []) : []));
      tx.afterCommit(() => {
        for (const { accountIds, systemId } of changes)
          for (const accountId of accountIds)
            bus.publish(accountSubject(accountId), { systemId } satisfies AccountChange);
      });
      return results;
    },
  });

export interface ServingDeps extends IngestDeps, Omit<ServeSocketDeps, 'ingest' | 'shares'> {
  readonly shares: Pick<UplinkQuotas, 'spend' | 'events'>;
}

/** The admitted bridges of a node, from the time the socket opens until their disconnection is stored. */
export interface Serving {
  readonly serve: ServeBridge;
  /** Stores that the connection of a bridge ended. */
  recordEnd(bridge: AdmittedBridge): Promise<void>;
  /** Resolves when the ends of all connections are stored. */
  allEnded(): Promise<void>;
}

export const createServing = (deps: ServingDeps): Serving => {
  const { store, clock, log } = deps;
  const ingest = createPacedIngest({ ingest: createIngest(deps), events: deps.shares.events, clock });
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
    serve: (socket, bridge, place) => {
      const served = serveSocket({ ...deps, ingest }, { socket, bridge, place })
        .then(() => recordEnd(bridge))
        .finally(() => serving.delete(served));
      serving.add(served);
    },
    recordEnd,
    allEnded: async () => void (await Promise.all(serving)),
  };
};
