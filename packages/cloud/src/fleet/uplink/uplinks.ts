import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Clock, every } from '@plenum/machine';
import { type CloseReason, uplinkTimes } from '@plenum/protocol/uplink';
import type { WebSocket } from 'ws';
import { createAudit } from '../../identity/account/audit.ts';
import type { Actor } from '../../identity/account/shape.ts';
import type { Bus } from '../../kernel/bus/bus.ts';
import { type Random, systemRandom } from '../../kernel/crypto/random.ts';
import { createBatch } from '../../kernel/database/batch.ts';
import { startRoutine } from '../../kernel/database/routine.ts';
import type { Store, Transaction } from '../../kernel/database/store.ts';
import { logFailure } from '../../kernel/failure/log-failure.ts';
import type { Log } from '../../kernel/log/log.ts';
import { readConnected, readEpochs, recordDisconnect, refreshLastSeen } from '../bridge/connection-record.ts';
import { releaseBridges } from '../bridge/pair.ts';
import { beginGeneration } from '../component/begin-generation.ts';
import { type ComponentUpdate, type IngestResult, ingestUpdate } from '../component/ingest.ts';
import type { FleetListeners } from '../component/listeners.ts';
import type { ControlSender } from '../controls/control-sender.ts';
import { createBoundedSend } from './bounded-send.ts';
import { type Connection, createConnection } from './connection.ts';
import { createConnectionRegistry } from './connection-registry.ts';
import { type AccountChange, accountSubject } from './messages.ts';
import { type AdmittedBridge, createUplinkServer } from './uplink-server.ts';

/** The connections of bridges to one node, and access to bridges on other nodes. */
export interface Uplinks extends ControlSender, AsyncDisposable {
  /** Handles a request to upgrade: admits the bridge or refuses it. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Whether a bridge has a connection to any node now; undefined where the nodes cannot reach each other. */
  isPresent(systemId: string): Promise<boolean | undefined>;
  /** Whether bridges of an account have a connection to any node now, by system id, like `isPresent`; sends one request to each node. */
  readPresence(accountId: string): Promise<(systemId: string) => boolean | undefined>;
  /** Releases a bridge of an account, or all; true where there was one. */
  release(tx: Transaction, owner: Actor, systemId?: string): Promise<boolean>;
  /** How many bridges are connected to this node. */
  size(): number;
  /** Admits no more bridges, and closes each connection when its pending commands are answered. */
  stop(): Promise<void>;
}

export interface UplinksDeps {
  readonly store: Store;
  readonly bus: Bus;
  readonly listeners: FleetListeners;
  readonly nodeId: string;
  /** The origins the cloud is reached under, its public one first. */
  readonly audiences: readonly string[];
  readonly clock: Clock;
  readonly log: Log;
  readonly elapsed?: () => number;
  readonly random?: Random;
  /** How long a bridge may send nothing, ms. */
  readonly idleTimeout?: number;
}

const minute = 60_000;
/** How long another node has to answer which bridges it has, ms. */
const presenceWithin = 2_000;
/** Bytes a bridge may leave unread: all the controls it may have under way, unless they are large. */
const maxUnread = 524_288;

export const createUplinks = async (deps: UplinksDeps): Promise<Uplinks> => {
  const { store, bus, listeners, nodeId, clock, log } = deps;
  const {
    elapsed = () => performance.now(),
    idleTimeout = uplinkTimes.idleTimeout,
    random = systemRandom,
  } = deps;
  await beginGeneration(store, random);
  const audit = createAudit(clock.now);
  const registry = await createConnectionRegistry({ bus, now: clock.now, nodeId });
  const storeDisconnect = createBatch<AdmittedBridge & { now: number }, void>(store, {
    work: ({ db }, disconnect) => recordDisconnect(db, disconnect),
    key: ({ systemId }) => systemId,
  });
  const ingest = createBatch<ComponentUpdate, IngestResult>(store, {
    key: ({ systemId }) => systemId,
    // After a power failure the bridge connects again and sends a snapshot.
    durability: 'relaxed',
    work: async (tx, update) => {
      const result = await ingestUpdate(tx, update, listeners);
      if (result.outcome === 'stored' && result.change !== undefined) {
        const { accountId, systemId } = result.change;
        const accountChange: AccountChange = { systemId };
        tx.afterCommit(() => bus.publish(accountSubject(accountId), accountChange));
      }
      return result;
    },
  });
  /** Connections until their end is stored. */
  const serving = new Set<Promise<void>>();
  const fail = (sentence: string) => (error: unknown) => logFailure(log, { error }, sentence);

  const noteDisconnect = ({ systemId, epoch }: AdmittedBridge) =>
    storeDisconnect({ systemId, epoch, now: clock.now() }).catch(
      fail('the end of a connection could not be noted'),
    );

  const serve = (socket: WebSocket, { systemId, epoch }: AdmittedBridge, onEntered: () => void) => {
    const connection: Connection = createConnection({
      systemId,
      epoch,
      send: createBoundedSend(socket, maxUnread),
      closeSocket: () => {
        socket.close(1000);
        clock.after(1_000, () => socket.terminate());
      },
      ingest,
      onProcessed: () => {
        if (socket.isPaused && !connection.isBacklogged()) socket.resume();
      },
      onReady: () => {
        onEntered();
        return registry.announce(connection);
      },
      onEnd: () => {
        onEntered();
        registry.remove(connection);
      },
      onError: fail('what a bridge sent could not be stored'),
      clock,
      elapsed,
    });
    const { promise: served, resolve } = Promise.withResolvers<void>();
    serving.add(served);
    socket.on('error', () => {});
    socket.on('close', () => {
      connection.socketClosed();
      noteDisconnect({ systemId, epoch }).finally(() => {
        serving.delete(served);
        resolve();
      });
    });
    socket.on('message', (data, isBinary) => {
      if (isBinary) connection.close('malformed');
      else connection.receive(data.toString());
      if (connection.isBacklogged()) socket.pause();
    });
    registry.add(connection);
  };

  const server = createUplinkServer({ ...deps, serve, onLost: noteDisconnect, elapsed });
  const closeAll = (reason: CloseReason) => {
    for (const connection of [...registry.all()]) connection.close(reason);
  };
  const cancelSweep = every(clock, idleTimeout / 4, () => {
    const oldest = elapsed() - idleTimeout;
    for (const connection of [...registry.all()])
      if (connection.lastReceivedAt() < oldest) connection.close('silent');
  });
  /** Closes connections that were replaced or released while the bus was down: otherwise two connections could execute commands for one bridge. */
  const endStale = async () => {
    const open = [...registry.all()];
    const epochs = await readEpochs(store.db, nodeId);
    for (const connection of open)
      if (epochs.get(connection.systemId) !== connection.epoch) connection.close('replaced');
  };
  const refreshing = startRoutine({
    clock,
    each: minute,
    work: async () => {
      await refreshLastSeen(store, nodeId, clock.now());
      await endStale();
    },
    failed: fail('who is connected could not be noted'),
  });

  return {
    handleUpgrade: server.handleUpgrade,
    control: (systemId, command, deadline) => {
      const request = {
        ask: 'control',
        command: command as Readonly<Record<string, unknown>>,
        deadline,
      } as const;
      return registry.request(systemId, request, deadline);
    },
    isPresent: async (systemId) => {
      const { answer } = await registry.request(systemId, { ask: 'presence' }, clock.now() + presenceWithin);
      return answer === 'unreachable' ? undefined : answer === 'done';
    },
    readPresence: async (accountId) => {
      const connected = Map.groupBy(await readConnected(store.db, accountId), ({ nodeId }) => nodeId);
      const deadline = clock.now() + presenceWithin;
      const present = new Map<string, boolean | undefined>();
      const requestPresence = async (nodeId: string, bridges: readonly { readonly systemId: string }[]) => {
        const ids = bridges.map(({ systemId }) => systemId);
        const found = await registry.requestNode(nodeId, ids, deadline);
        for (const id of found ?? ids) present.set(id, found === undefined ? undefined : true);
      };
      await Promise.all([...connected].map(([nodeId, bridges]) => requestPresence(nodeId, bridges)));
      return (systemId) => (present.has(systemId) ? present.get(systemId) : false);
    },
    release: async (tx, { accountId, address }, systemId) => {
      const of = { accountId, now: clock.now(), ...(systemId !== undefined && { systemId }) };
      const released = await releaseBridges(tx, of, listeners);
      for (const one of released) {
        const facts = { systemId: one.systemId };
        await audit.record(tx.db, { act: 'bridge-released', accountId, address, facts });
      }
      tx.afterCommit(() => {
        for (const one of released) registry.supersede({ ...one, why: 'released' });
        if (released.length > 0) bus.publish(accountSubject(accountId), {});
      });
      return released.length > 0;
    },
    size: registry.size,
    stop: async () => {
      server.stopAccepting();
      const finish = async (connection: Connection) => {
        // Requests from other nodes then get "absent" at once.
        registry.remove(connection);
        await connection.drain();
        connection.close('stopping');
      };
      await Promise.all([...registry.all()].map(finish));
    },
    [Symbol.asyncDispose]: async () => {
      server.stopAccepting();
      cancelSweep();
      closeAll('stopping');
      await Promise.all([refreshing[Symbol.asyncDispose](), ...serving]);
      await registry[Symbol.asyncDispose]();
    },
  };
};
