import { createBatchQueue, type Runtime } from '@plenum/platform';
import { limits } from '@plenum/protocol/cloud';
import type { HostedBridge } from '@plenum/protocol/uplink';
import { admitHosted } from '../fleet/bridge/connection-record.ts';
import type { Uplinks } from '../fleet/uplink/uplinks.ts';
import type { Store } from '../kernel/database/store.ts';
import { logFailure } from '../kernel/failure/log-failure.ts';
import { houseStoreErrors, keepEntries, readHouse, saveHouse } from './house-store.ts';
import type { BridgeHosting } from './port.ts';

/**
 * A house of this node that is simulated, and connected unless it is offline. Disposing of it stores nothing, and
 * resolves once nothing that it did is being stored.
 */
export interface RunningHouse extends Pick<HostedBridge, 'simulate'>, AsyncDisposable {
  /** Stores it. */
  save(): Promise<void>;
  /** Time at which it was last stored, ms UTC. */
  savedAt(): number;
}

export interface RunningHouseDeps extends Pick<Runtime, 'clock' | 'log'> {
  readonly store: Store;
  readonly hosting: () => Promise<BridgeHosting>;
  readonly uplinks: Pick<Uplinks, 'connectHosted'>;
  readonly nodeId: string;
  /** Called when the house can no longer run, because what it did could not be stored or it was released. */
  readonly onFailed: (systemId: string) => void;
}

/** Pause before a connection that ended is opened again unless the bridge is offline, in ms. */
const reconnectAfter = 1_000;

/** Number of lost operations that are logged. */
const maxLogged = 20;

/**
 * Starts a house of this node from what is stored, and connects it. Resolves to undefined if this node does not have
 * the house.
 */
export async function startRunningHouse(
  deps: RunningHouseDeps,
  systemId: string,
): Promise<RunningHouse | undefined> {
  const { store, hosting, uplinks, nodeId, clock, log, onFailed } = deps;
  const stored = await readHouse(store.db, { systemId, nodeId });
  if (stored === undefined) return undefined;
  const { developerId, lost, ...house } = stored;
  let isEnded = false;
  let savedAt = clock.now();
  let link: { close(): void } | undefined;
  const writes = new Set<Promise<void>>();

  const fail = (error: unknown) => {
    if (isEnded) return;
    logFailure(log, { error, systemId }, 'a house of a test user has to be started again');
    onFailed(systemId);
  };
  /** Stores something, or gives the house up: it has what the store has not. */
  const orFail = async (write: () => Promise<void>) => {
    // The next start of the house may already have read what is stored.
    if (isEnded) throw houseStoreErrors.error('not-ours');
    const writing = write();
    writes.add(writing);
    try {
      await writing;
    } catch (error) {
      fail(error);
      throw error;
    } finally {
      writes.delete(writing);
    }
  };
  // One after another, because an earlier copy must not replace a later one.
  const saves = createBatchQueue<undefined, undefined>({
    run: async (batch) => {
      await orFail(async () => {
        const at = clock.now();
        using copy = await bridge.copy();
        await saveHouse(store, { systemId, nodeId, copy });
        savedAt = at;
      });
      return batch.map(() => undefined);
    },
  });
  const save = async () => void (await saves.add(undefined));

  await using stack = new AsyncDisposableStack();
  const bridge = stack.use(
    await (await hosting()).start({
      systemId,
      ...house,
      keep: (entries) => orFail(() => keepEntries(store, { systemId, nodeId, entries })),
      save,
      stepTurns: {
        slice: limits.nodeTestSteps.turn,
        share: limits.nodeTestSteps.most / 100,
        account: developerId,
      },
      requestLimits: {
        requests: limits.testRequests.most,
        requestsBytes: limits.testRequestsBytes.most,
      },
      clock,
      log,
    }),
  );
  if (stored.kept === undefined || lost.length > 0) await save();
  if (lost.length > 0) {
    const operations = lost.slice(0, maxLogged).map(({ text }) => text);
    log.error({ systemId, count: lost.length, operations }, 'a house of a test user lost operations');
  }

  const connectLater = () => void clock.after(reconnectAfter, () => void connect().catch(fail));
  const connect = async () => {
    if (isEnded) return;
    if (bridge.isOffline()) return connectLater();
    const { timeZone } = bridge;
    const admitted = await store.transaction('full', ({ db }) =>
      admitHosted(db, { systemId, nodeId, now: clock.now(), timeZone }),
    );
    if (isEnded) return;
    if (admitted === undefined) return onFailed(systemId);
    const connected = uplinks.connectHosted(admitted, {
      receive: (text) => uplink.receive(text),
      closed: () => {
        uplink.end();
        connectLater();
      },
    });
    link = connected;
    const uplink = bridge.connect({ send: connected.send, close: connected.close });
  };
  await connect();
  const running = stack.move();
  return {
    save,
    simulate: bridge.simulate,
    savedAt: () => savedAt,
    [Symbol.asyncDispose]: async () => {
      isEnded = true;
      link?.close();
      await Promise.allSettled(writes);
      await running.disposeAsync();
    },
  };
}
