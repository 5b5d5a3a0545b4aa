import { machineOf } from '@plenum/platform';
import type { SimulationRequest } from '@plenum/protocol/uplink';
import type { BridgeReply } from '../fleet/controls/bridge-reply.ts';
import { houseSubject } from '../fleet/uplink/bus-subjects.ts';
import { toReadReply } from '../fleet/uplink/connection/reply-of-frame.ts';
import { toBridgeReply } from '../fleet/uplink/registry/request-other-nodes.ts';
import type { Bus } from '../kernel/bus/bus.ts';
import { nextInstant } from '../kernel/database/next-instant.ts';
import { startRoutine } from '../kernel/database/routine.ts';
import { logFailure } from '../kernel/failure/log-failure.ts';
import { claimHouses, lease, readUnused, releaseHouses, renewLeases, suspendAfter } from './house-store.ts';
import { type RunningHouse, type RunningHouseDeps, startRunningHouse } from './running-house.ts';

/** The houses that this node simulates. Disposing of it stores them and leaves them to other nodes. */
export interface Houses extends AsyncDisposable {
  /** Starts a house that no node has. Resolves once it is connected here or another node has it. */
  start(systemId: string): Promise<void>;
  /** Ends a house that was deleted, without storing it. Another node notices when it renews its leases. */
  end(systemId: string): Promise<void>;
  has(systemId: string): boolean;
  /** Sends a request to the simulation of a house on any node, which has `within` ms to reply. */
  simulate(systemId: string, request: SimulationRequest, within: number): Promise<BridgeReply>;
  size(): number;
}

export interface HousesDeps extends Omit<RunningHouseDeps, 'onFailed'> {
  readonly bus: Bus;
}

/** A house is stored this often, so that a crash loses no more of its history, in ms. */
const saveEvery = 15 * 60_000;

/**
 * Simulates houses: those started here, and those that no other node has (decisions/042). A node has a house while it
 * renews the lease of its row. Everything that a house stores is stored only while the node has it.
 */
export async function startHouses(deps: HousesDeps): Promise<Houses> {
  const { store, bus, nodeId, log } = deps;
  // Each house has its own clock, and nodes compare the times of leases.
  const clock = machineOf(deps.clock);
  const usedAfter = () => deps.clock.now() - suspendAfter;
  const running = new Map<string, Promise<RunningHouse | undefined>>();
  /** Houses that are being ended. */
  const ending = new Map<string, Promise<void>>();

  /** Starts a house, and answers the requests of all nodes to its simulation. */
  const startOne = async (systemId: string): Promise<RunningHouse | undefined> => {
    // It may still store operations, which have to be read.
    await ending.get(systemId);
    const house = await startRunningHouse({ ...deps, clock, onFailed: (id) => void end(id) }, systemId);
    if (house === undefined) return undefined;
    const unsubscribe = await bus.subscribe(houseSubject(systemId), async (message) =>
      toReadReply(await house.simulate(message as SimulationRequest)),
    );
    return {
      ...house,
      [Symbol.asyncDispose]: async () => {
        unsubscribe();
        await house[Symbol.asyncDispose]();
      },
    };
  };

  const end = async (systemId: string) => {
    const started = running.get(systemId);
    if (started === undefined) return ending.get(systemId);
    running.delete(systemId);
    const dispose = async () => (await started.catch(() => undefined))?.[Symbol.asyncDispose]();
    const ended = dispose();
    ending.set(systemId, ended);
    await ended.finally(() => {
      if (ending.get(systemId) === ended) ending.delete(systemId);
    });
  };
  const run = async (systemId: string): Promise<void> => {
    const started = running.get(systemId) ?? startOne(systemId);
    running.set(systemId, started);
    try {
      if ((await started) !== undefined || running.get(systemId) !== started) return;
    } catch (error) {
      logFailure(log, { error, systemId }, 'a house of a test user could not be started');
    }
    if (running.get(systemId) === started) running.delete(systemId);
  };

  /** Saves the houses that are due, one after another, so that they hold up nothing else. */
  const saveDue = async () => {
    for (const [systemId, started] of [...running]) {
      const house = await started.catch(() => undefined);
      if (house === undefined || running.get(systemId) !== started) continue;
      if (house.savedAt() <= clock.now() - saveEvery) await house.save().catch(() => {});
    }
  };
  const suspend = async (systemId: string) => {
    const house = await running.get(systemId);
    await house?.save();
    await end(systemId);
    await releaseHouses(store.db, { nodeId, systemId });
  };
  const work = async () => {
    const now = clock.now();
    const own = await renewLeases(store.db, { nodeId, now });
    for (const systemId of [...running.keys()]) if (!own.has(systemId)) await end(systemId);
    const claimed = await claimHouses(store.db, { nodeId, now, usedAfter: usedAfter() });
    for (const systemId of [...own, ...claimed]) if (!running.has(systemId)) await run(systemId);
    for (const systemId of await readUnused(store.db, { nodeId, usedAfter: usedAfter() }))
      await suspend(systemId);
  };

  // The process that had them before has ended.
  if (store.isExclusive) await releaseHouses(store.db, {});
  const failed = (error: unknown) =>
    logFailure(log, { error }, 'the houses of test users could not be renewed');
  const first = work().catch(failed);
  const renewing = startRoutine({
    clock: deps.clock,
    each: lease.renewal,
    work,
    failed,
    next: async (after) => {
      const usedAt = await nextInstant(store.db, 'sandbox_house', 'used_at', after - suspendAfter);
      return usedAt === undefined ? undefined : usedAt + suspendAfter;
    },
  });
  const saving = startRoutine({ clock, each: 30_000, work: saveDue, failed });
  return {
    start: async (systemId) => {
      const [claimed] = await claimHouses(store.db, {
        nodeId,
        now: clock.now(),
        usedAfter: usedAfter(),
        systemId,
      });
      if (claimed === undefined) return;
      // If it still runs here, another node may have had it since its lease ended.
      await end(claimed);
      await run(claimed);
    },
    end,
    has: (systemId) => running.has(systemId),
    size: () => running.size,
    simulate: async (systemId, request, within) =>
      toBridgeReply(await bus.request(houseSubject(systemId), request, within)),
    [Symbol.asyncDispose]: async () => {
      await first;
      await Promise.all([renewing[Symbol.asyncDispose](), saving[Symbol.asyncDispose]()]);
      for (const [systemId, started] of [...running]) {
        const house = await started.catch(() => undefined);
        await house?.save().catch(() => {});
        await end(systemId);
      }
      await releaseHouses(store.db, { nodeId }).catch(failed);
    },
  };
}
