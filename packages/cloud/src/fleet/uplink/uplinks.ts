import { delay, machineOf, type Runtime } from '@plenum/platform';
import { uplinkTimes } from '@plenum/protocol/uplink';
import type { Bus } from '../../kernel/bus/bus.ts';
import { type Random, systemRandom } from '../../kernel/crypto/random.ts';
import type { Store } from '../../kernel/database/store.ts';
import { type AccountLimits, toAccountLimits } from '../../kernel/quota/account-limits.ts';
import type { AdmittedBridge } from '../bridge/connection-record.ts';
import { beginGeneration } from '../component/begin-generation.ts';
import type { ChangeListeners } from '../component/change-listeners.ts';
import type { BridgeReader, ControlSender } from '../controls/bridge-requests.ts';
import { createBridgeSockets } from './bridge-sockets.ts';
import type { BridgeConnection } from './connection/connection.ts';
import { createEntryRate } from './entry/entry-rate.ts';
import { createMemorySocket, type MemoryEnd, type MemoryPeer } from './memory-socket.ts';
import { createConnectionRegistry } from './registry/connection-registry.ts';
import { startConnectionSweep } from './registry/connection-sweep.ts';
import { createRecentChanges, startHeartbeat } from './registry/heartbeat.ts';
import { logArrivals } from './registry/log-arrivals.ts';
import { createPresence, type Presence } from './registry/presence.ts';
import { createRelease, type ReleaseByOwner } from './registry/release.ts';
import { startSpread } from './registry/spread.ts';
import { createSendToBridge } from './send-to-bridge.ts';
import { createUplinkQuotas } from './uplink-quotas.ts';
import { createUplinkServer, type EntrySlot, type UplinkServer } from './uplink-server.ts';

/** The connections of bridges to one node, and access to bridges on other nodes. */
export interface Uplinks
  extends Pick<UplinkServer, 'handleUpgrade' | 'refused'>,
    ControlSender,
    BridgeReader,
    Presence,
    AsyncDisposable {
  readonly release: ReleaseByOwner;
  /** Serves an admitted bridge in this process. Returns the bridge's end of the connection. */
  connectHosted(bridge: AdmittedBridge, peer: MemoryPeer): MemoryEnd;
  /** Number of bridges connected to this node. */
  size(): number;
  /** Asks the given bridges of this node, or all of them, for snapshots. */
  requestSnapshots(systemIds?: ReadonlySet<string>): void;
  /** Number of times the store was found rolled back since the start. */
  rollbacks(): number;
  /** Number of bridges that this node asked to reconnect since the start, because it had more than its share. */
  moved(): number;
  /** Stops admitting bridges, and closes each connection when its pending commands are answered. */
  stop(): Promise<void>;
}

export interface UplinksDeps extends Pick<Runtime, 'clock' | 'log'> {
  readonly store: Store;
  readonly bus: Bus;
  readonly listeners: ChangeListeners;
  readonly nodeId: string;
  /** The origins under which the cloud can be reached, with its public one first. */
  readonly audiences: readonly string[];
  readonly elapsed?: () => number;
  readonly random?: Random;
  readonly accountLimits?: AccountLimits | undefined;
  /** Time for which a bridge may send nothing, ms. */
  readonly idleTimeout?: number;
  /** False to keep bridges that another node could have. */
  readonly spreadBridges?: boolean | undefined;
}

/** Number of bridges that send snapshots or change to other nodes together, and pause in ms before the next ones. */
const wave = { bridges: 100, pause: 100 };

/** The sentence for a bridge that moves. Bridges of every release know the reason `stopping`. */
const movedReason = 'This node has more bridges than the others; another takes over.';

/** A hosted bridge does not wait for its turn to connect. */
const noSlot: EntrySlot = { received: () => {}, end: () => {} };

export async function createUplinks(deps: UplinksDeps): Promise<Uplinks> {
  const { store, bus, listeners, nodeId, log } = deps;
  // Connections keep the time of the machine, like the tokens and the deadlines of bridges.
  const clock = machineOf(deps.clock);
  const { idleTimeout = uplinkTimes.idleTimeout, random = systemRandom } = deps;
  const { elapsed = () => performance.now(), accountLimits = toAccountLimits(), spreadBridges = true } = deps;
  await beginGeneration(store, random);
  const registry = await createConnectionRegistry({ bus, now: clock.now, nodeId });
  const recent = store.isExclusive ? undefined : createRecentChanges();
  const quotas = createUplinkQuotas(accountLimits, clock);
  const rate = createEntryRate(accountLimits, clock);
  const { serve, recordEnd, allEnded } = createBridgeSockets({
    ...deps,
    clock,
    registry,
    quotas,
    recent,
    elapsed,
  });
  const server = createUplinkServer({
    ...deps,
    clock,
    accountLimits,
    quotas,
    rate,
    serve,
    onLost: recordEnd,
    elapsed,
  });
  const sweep = startConnectionSweep({ registry, store, nodeId, clock, elapsed, idleTimeout, log });

  const stopLogging = logArrivals({ registry, clock, log });

  const ended = new AbortController();
  /** Yields connections in waves, so that their snapshots are not in memory at the same time, nor all of them closed. */
  async function* inWaves(connections: readonly BridgeConnection[]) {
    let count = 0;
    for (const connection of connections) {
      if (++count % wave.bridges === 0) await delay(clock, wave.pause, ended.signal);
      yield connection;
    }
  }
  const requestSnapshots = async (systemIds?: ReadonlySet<string>) => {
    const all = [...registry.all()];
    const some = systemIds === undefined ? all : all.filter(({ systemId }) => systemIds.has(systemId));
    for await (const connection of inWaves(some)) connection.requestSnapshot();
  };

  /** Closes a connection when its pending commands are answered. */
  const finish = async (connection: BridgeConnection, why?: string) => {
    // Requests that still arrive immediately get "absent".
    await Promise.all([connection.drain(), registry.remove(connection)]);
    connection.close('stopping', why);
  };

  const spread = await startSpread({
    bus,
    registry,
    nodeId,
    elapsed,
    log,
    isOn: spreadBridges,
    move: (connection) => finish(connection, movedReason),
  });
  const heartbeat =
    recent &&
    (await startHeartbeat({ store, nodeId, recent, requestSnapshots, onBeat: spread.step, clock, log }));

  const stopping = new AbortController();
  const stopAccepting = () => {
    server.stopAccepting();
    // The bridges of a shared store return to another node.
    if (store.isExclusive) stopping.abort();
  };

  return {
    handleUpgrade: server.handleUpgrade,
    refused: server.refused,
    ...createSendToBridge({ registry, store, bus, clock, stopping: stopping.signal }),
    ...createPresence({ store, registry, clock: deps.clock }),
    connectHosted: (bridge, peer) => {
      const { socket, end } = createMemorySocket(peer);
      serve(socket, { ...bridge, isHosted: true }, noSlot);
      return end;
    },
    release: createRelease({ registry, bus, listeners, now: deps.clock.now }),
    size: registry.size,
    requestSnapshots,
    rollbacks: heartbeat?.rollbacks ?? (() => 0),
    moved: spread.moved,
    stop: async () => {
      stopAccepting();
      spread.leave();
      const all = [...registry.all()];
      const finishing: Promise<void>[] = [];
      // The other nodes of a shared store admit the bridges as they come.
      for await (const connection of store.isExclusive ? all : inWaves(all))
        finishing.push(finish(connection));
      await Promise.all(finishing);
    },
    [Symbol.asyncDispose]: async () => {
      stopAccepting();
      for (const connection of [...registry.all()]) connection.close('stopping');
      ended.abort();
      stopLogging();
      await Promise.all([sweep[Symbol.asyncDispose](), heartbeat?.[Symbol.asyncDispose](), allEnded()]);
      quotas[Symbol.dispose]();
      rate[Symbol.dispose]();
      spread[Symbol.dispose]();
      await registry[Symbol.asyncDispose]();
    },
  };
}
