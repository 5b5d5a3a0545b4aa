import type { Runtime } from '@plenum/platform';
import { startRoutine } from '../../../kernel/database/routine.ts';
import type { Store } from '../../../kernel/database/store.ts';
import { logFailure } from '../../../kernel/failure/log-failure.ts';
import { advanceNode } from '../../bridge/connection-record.ts';
import { renewGenerations } from '../../component/begin-generation.ts';

/** The bridges whose changes were committed since the last heartbeat. */
export interface RecentChanges {
  add(systemId: string): void;
  /** Removes all bridges from the set and returns them. */
  take(): ReadonlySet<string>;
}

export function createRecentChanges(): RecentChanges {
  let recent = new Set<string>();
  return {
    add: (systemId) => void recent.add(systemId),
    take: () => {
      const taken = recent;
      recent = new Set();
      return taken;
    },
  };
}

interface HeartbeatDeps extends Pick<Runtime, 'clock' | 'log'> {
  readonly store: Store;
  readonly nodeId: string;
  readonly recent: RecentChanges;
  /** Asks the given bridges of this node, or all of them, for a snapshot. */
  readonly requestSnapshots: (systemIds?: ReadonlySet<string>) => void;
  /** Called after each heartbeat that is stored. */
  readonly onBeat: () => void;
}

/** The heartbeat of a node in a store that nodes share. */
interface Heartbeat extends AsyncDisposable {
  /** Number of times the store was found rolled back since the start. */
  rollbacks(): number;
}

/** Interval at which a node advances its row, ms. */
export const beatInterval = 1_000;

/** The changes that the store may have lost. */
interface Loss {
  /** Instant of the last heartbeat before a rollback; undefined if only the changes of `bridges` may be lost. */
  since: number | undefined;
  readonly bridges: Set<string>;
}

/**
 * Advances the row of this node every second. Only this node does so. Therefore, if the row is missing or older than
 * this node left it, the store was rolled back, for example because a standby that lagged took over. The store then
 * lacks changes that were acknowledged, so all bridges are asked for snapshots and versions begin a new generation. If
 * the row is as this node left it but another server answers, only changes after the previous heartbeat can be lost, so
 * only the bridges that sent them are asked.
 */
export async function startHeartbeat(deps: HeartbeatDeps): Promise<Heartbeat> {
  const { store, nodeId, recent, requestSnapshots, onBeat, clock, log } = deps;
  let last: { readonly at: number; readonly server: string } | undefined;
  let rollbacks = 0;
  let loss: Loss | undefined;

  const addLoss = (bridges: Iterable<string>, since?: number) => {
    loss ??= { since: undefined, bridges: new Set() };
    loss.since ??= since;
    for (const systemId of bridges) loss.bridges.add(systemId);
  };
  /** Runs again at the next heartbeat if it fails. */
  const repair = async ({ since, bridges }: Loss) => {
    const systemIds = since === undefined ? bridges : undefined;
    await renewGenerations(store, { now: clock.now(), since, systemIds });
    loss = undefined;
    requestSnapshots(systemIds);
  };
  const advance = async () => {
    const before = recent.take();
    try {
      const at = Math.max(clock.now(), (last?.at ?? 0) + 1);
      const { server, wasFound } = await advanceNode(store.db, { nodeId, at, last: last?.at });
      const previous = last;
      last = { at, server };
      return { server, wasFound, previous, before };
    } catch (error) {
      for (const systemId of before) recent.add(systemId);
      throw error;
    }
  };
  const beat = async () => {
    const { server, wasFound, previous, before } = await advance();
    if (previous !== undefined && !wasFound) {
      rollbacks++;
      addLoss([], previous.at);
      log.error(
        {},
        'The database lost changes that it had committed, for example because a standby that lagged took over. All bridges of this node are asked for their state. Other recent changes, for example to accounts, are lost.',
      );
    } else if (previous !== undefined && previous.server !== server) {
      const bridges = before.union(recent.take());
      if (bridges.size > 0) {
        addLoss(bridges);
        log.info(
          { bridges: bridges.size },
          'The database server was restarted or replaced. Bridges that had just sent a change are asked for their state.',
        );
      }
    }
    if (loss !== undefined) await repair(loss);
    onBeat();
  };

  await advance();
  const routine = startRoutine({
    clock,
    each: beatInterval,
    work: beat,
    failed: (error) => logFailure(log, { error }, 'the heartbeat of this node could not be stored'),
  });
  return {
    rollbacks: () => rollbacks,
    [Symbol.asyncDispose]: () => routine[Symbol.asyncDispose](),
  };
}
