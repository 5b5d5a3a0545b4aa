import { every, type Runtime } from '@plenum/platform';
import { startRoutine } from '../../../kernel/database/routine.ts';
import type { Store } from '../../../kernel/database/store.ts';
import { logFailure } from '../../../kernel/failure/log-failure.ts';
import { advanceNode, readEpochs, sweepNodes } from '../../bridge/connection-record.ts';
import type { ConnectionRegistry } from './connection-registry.ts';

interface ConnectionSweepDeps extends Pick<Runtime, 'clock' | 'log' | 'elapsed'> {
  readonly registry: Pick<ConnectionRegistry, 'all'>;
  readonly store: Store;
  readonly nodeId: string;
  /** Time for which a bridge may send nothing, ms. */
  readonly idleTimeout: number;
}

/** Interval at which the connected bridges are stored, ms. */
const refreshInterval = 60_000;

/** Regularly closes connections of this node that should have ended, and stores which bridges are connected to it. */
export function startConnectionSweep(deps: ConnectionSweepDeps): AsyncDisposable {
  const { registry, store, nodeId, clock, elapsed, idleTimeout, log } = deps;
  const idleInterval = idleTimeout / 4;
  let lookedAt = elapsed();
  const closeIdle = () => {
    const now = elapsed();
    // A process that was blocked, or paused, has yet to read what its bridges have sent since.
    const wasBlocked = now - lookedAt > 2 * idleInterval;
    lookedAt = now;
    if (wasBlocked) return;
    const oldest = now - idleTimeout;
    for (const connection of [...registry.all()])
      if (connection.lastReceivedAt() < oldest) connection.close('silent');
  };
  /**
   * Closes connections that were replaced or released while the bus was down. Otherwise two connections could execute
   * commands for one bridge.
   */
  const closeStale = async () => {
    const open = [...registry.all()];
    const epochs = await readEpochs(store.db, nodeId);
    for (const connection of open)
      if (epochs.get(connection.systemId) !== connection.epoch) connection.close('replaced');
  };
  const cancelIdle = every(clock, idleInterval, closeIdle);
  const refreshing = startRoutine({
    clock,
    each: refreshInterval,
    work: async () => {
      const now = clock.now();
      // If nodes share the store, the heartbeat of each node does this every second.
      if (store.isExclusive) await advanceNode(store.db, { nodeId, at: now });
      await sweepNodes(store, now);
      await closeStale();
    },
    failed: (error) => logFailure(log, { error }, 'which bridges are connected could not be stored'),
  });
  return {
    [Symbol.asyncDispose]: () => {
      cancelIdle();
      return refreshing[Symbol.asyncDispose]();
    },
  };
}
