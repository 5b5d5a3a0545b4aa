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
import type { ControlAnswer } from '../controls/control-answer.ts';
import { createBoundedSend } from './bounded-send.ts';
import { type Connection, createConnection } from './connection.ts';
import { createConnectionRegistry } from './connection-registry.ts';
import { type AccountChange, accountSubject } from './messages.ts';
import { type AdmittedBridge, createUplinkServer } from './uplink-server.ts';

/** The bridges of a cloud, as one of its nodes has them: their sockets here, and the way to those elsewhere. */
export interface Uplinks extends AsyncDisposable {
  /** Takes a request to upgrade, and lets a bridge in or refuses. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /**
   * Sends a command (one of interface 4.4, as `{Name: body}`) to a bridge wherever its socket is, and resolves with what
   * came of it at the latest at `deadline` (ms UTC by the clock of the node).
   */
  control(systemId: string, command: object, deadline: number): Promise<ControlAnswer>;
  /** Whether a bridge has a connection to any node now; undefined where the nodes cannot reach each other. */
  isPresent(systemId: string): Promise<boolean | undefined>;
  /** Whether bridges of an account have a connection to any node now, by system id, as `isPresent`; asks each node once. */
  readPresence(accountId: string): Promise<(systemId: string) => boolean | undefined>;
  /** Releases a bridge of an account, or all; true where there was one. */
  release(tx: Transaction, owner: Actor, systemId?: string): Promise<boolean>;
  /** How many bridges are connected to this node. */
  size(): number;
  /** Lets no more bridges in and ends the connections, each once the commands under way on it are answered. */
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
  /** How long a bridge may say nothing, ms. */
  readonly idleTimeout?: number;
}

const minute = 60_000;
/** How long another node has to say that it has a bridge, ms. */
const presenceWithin = 2_000;
/** Bytes a bridge may leave unread: all the controls it may have under way, unless they are large. */
const maxUnread = 524_288;

export const createUplinks = async (parts: UplinksDeps): Promise<Uplinks> => {
  const { store, bus, listeners, nodeId, clock, log } = parts;
  const {
    elapsed = () => performance.now(),
    idleTimeout = uplinkTimes.idleTimeout,
    random = systemRandom,
  } = parts;
  await beginGeneration(store, random);
  const audit = createAudit(clock.now);
  const lines = await createConnectionRegistry({ bus, now: clock.now, nodeId });
  const leave = createBatch<AdmittedBridge & { now: number }, void>(store, {
    work: ({ db }, end) => recordDisconnect(db, end),
    key: ({ systemId }) => systemId,
  });
  const take = createBatch<ComponentUpdate, IngestResult>(store, {
    key: ({ systemId }) => systemId,
    // After a failure of power the bridge connects again and says how everything is.
    durability: 'relaxed',
    work: async (tx, intake) => {
      const taken = await ingestUpdate(tx, intake, listeners);
      if (taken.outcome === 'stored' && taken.change !== undefined) {
        const { accountId, systemId } = taken.change;
        const news: AccountChange = { systemId };
        tx.afterCommit(() => bus.publish(accountSubject(accountId), news));
      }
      return taken;
    },
  });
  /** Connections until their end is noted. */
  const serving = new Set<Promise<void>>();
  const fail = (sentence: string) => (error: unknown) => logFailure(log, { error }, sentence);

  const noteEnd = ({ systemId, epoch }: AdmittedBridge) =>
    leave({ systemId, epoch, now: clock.now() }).catch(fail('the end of a connection could not be noted'));

  const serve = (socket: WebSocket, { systemId, epoch }: AdmittedBridge, settled: () => void) => {
    const line: Connection = createConnection({
      systemId,
      epoch,
      send: createBoundedSend(socket, maxUnread),
      closeSocket: () => {
        socket.close(1000);
        clock.after(1_000, () => socket.terminate());
      },
      ingest: take,
      onProcessed: () => {
        if (socket.isPaused && !line.isBacklogged()) socket.resume();
      },
      onReady: () => {
        settled();
        return lines.announce(line);
      },
      onEnd: () => {
        settled();
        lines.remove(line);
      },
      onError: fail('what a bridge sent could not be stored'),
      clock,
      elapsed,
    });
    const { promise: served, resolve } = Promise.withResolvers<void>();
    serving.add(served);
    socket.on('error', () => {});
    socket.on('close', () => {
      line.socketClosed();
      noteEnd({ systemId, epoch }).finally(() => {
        serving.delete(served);
        resolve();
      });
    });
    socket.on('message', (data, isBinary) => {
      if (isBinary) line.close('malformed');
      else line.receive(data.toString());
      if (line.isBacklogged()) socket.pause();
    });
    lines.add(line);
  };

  const door = createUplinkServer({ ...parts, serve, lost: noteEnd, elapsed });
  const closeAll = (reason: CloseReason) => {
    for (const line of [...lines.all()]) line.close(reason);
  };
  const cancelSweep = every(clock, idleTimeout / 4, () => {
    const oldest = elapsed() - idleTimeout;
    for (const line of [...lines.all()]) if (line.lastReceivedAt() < oldest) line.close('silent');
  });
  /** Ends what was replaced or released while no other node could say so: else two would obey for one bridge. */
  const endStale = async () => {
    const had = [...lines.all()];
    const epochs = await readEpochs(store.db, nodeId);
    for (const line of had) if (epochs.get(line.systemId) !== line.epoch) line.close('replaced');
  };
  const seeing = startRoutine({
    clock,
    each: minute,
    work: async () => {
      await refreshLastSeen(store, nodeId, clock.now());
      await endStale();
    },
    failed: fail('who is connected could not be noted'),
  });

  return {
    handleUpgrade: door.handleUpgrade,
    control: (systemId, command, deadline) => {
      const question = {
        ask: 'control',
        command: command as Readonly<Record<string, unknown>>,
        deadline,
      } as const;
      return lines.request(systemId, question, deadline);
    },
    isPresent: async (systemId) => {
      const { answer } = await lines.request(systemId, { ask: 'presence' }, clock.now() + presenceWithin);
      return answer === 'unreachable' ? undefined : answer === 'done';
    },
    readPresence: async (accountId) => {
      const connected = Map.groupBy(await readConnected(store.db, accountId), ({ nodeId }) => nodeId);
      const deadline = clock.now() + presenceWithin;
      const present = new Map<string, boolean | undefined>();
      const ask = async (of: string, bridges: readonly { readonly systemId: string }[]) => {
        const ids = bridges.map(({ systemId }) => systemId);
        const found = await lines.requestNode(of, ids, deadline);
        for (const id of found ?? ids) present.set(id, found === undefined ? undefined : true);
      };
      await Promise.all([...connected].map(([of, bridges]) => ask(of, bridges)));
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
        for (const one of released) lines.supersede({ ...one, why: 'released' });
        if (released.length > 0) bus.publish(accountSubject(accountId), {});
      });
      return released.length > 0;
    },
    size: lines.size,
    stop: async () => {
      door.stopAccepting();
      const finish = async (line: Connection) => {
        // Whoever asks another node for the bridge hears at once that it is not there.
        lines.remove(line);
        await line.drain();
        line.close('stopping');
      };
      await Promise.all([...lines.all()].map(finish));
    },
    [Symbol.asyncDispose]: async () => {
      door.stopAccepting();
      cancelSweep();
      closeAll('stopping');
      await Promise.all([seeing[Symbol.asyncDispose](), ...serving]);
      await lines[Symbol.asyncDispose]();
    },
  };
};
