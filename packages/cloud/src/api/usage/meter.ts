import { machineOf, type Runtime } from '@plenum/platform';
import { startRoutine } from '../../kernel/database/routine.ts';
import type { Store } from '../../kernel/database/store.ts';
import { logFailure } from '../../kernel/failure/log-failure.ts';
import { addUsage, sweepUsage, toDay, type Usage, type UsageOperation } from './store.ts';

/** Interval between flushes of the counts, in ms. A killed node loses at most the counts of that time. */
export const flushInterval = 3_000;

/** Interval between deletions of old counts, in ms. */
const sweepInterval = 3_600_000;

export interface MeterDeps extends Pick<Runtime, 'clock' | 'log'> {
  readonly store: Store;
}

/** Counts requests of apps. Disposing of it flushes the counts. */
export interface Meter extends AsyncDisposable {
  /** Counts a request by the status of its response. Counts in memory, so that the request does not wait. */
  count(clientId: string, operation: UsageOperation, status: number): void;
  /** Writes the counts to the store. If that fails, they stay in memory. */
  flush(): Promise<void>;
}

interface Cell extends Omit<Usage, 'requests'> {
  readonly clientId: string;
  requests: number;
}

/**
 * Creates the meter of one node. Nodes add their counts to those in the store, so several can count the same app. A
 * node that is killed loses its counts of the last three seconds. If the database fails during a commit, the counts in
 * that commit may be added twice.
 */
export function createMeter({ store, clock, log }: MeterDeps): Meter {
  let cells = new Map<string, Cell>();
  let flushing = Promise.resolve();

  const add = (clientId: string, { day, operation, status, requests }: Usage): void => {
    const name = `${clientId} ${day} ${operation} ${status}`;
    const cell = cells.get(name);
    if (cell === undefined) cells.set(name, { clientId, day, operation, status, requests });
    else cell.requests += requests;
  };
  const write = async (): Promise<void> => {
    if (cells.size === 0) return;
    const counted = [...cells.values()];
    cells = new Map();
    try {
      await addUsage(store, counted);
    } catch (error) {
      for (const { clientId, ...usage } of counted) add(clientId, usage);
      throw error;
    }
  };
  const flush = (): Promise<void> => {
    const written = flushing.then(write);
    flushing = written.catch(() => {});
    return written;
  };
  const notWritten = (error: unknown) =>
    logFailure(log, { error }, 'usage could not be stored; will try again');
  const writing = startRoutine({
    clock: machineOf(clock),
    each: flushInterval,
    work: flush,
    failed: notWritten,
  });
  const sweeping = startRoutine({
    clock,
    each: sweepInterval,
    work: () => sweepUsage(store, clock.now()),
    failed: (error) => logFailure(log, { error }, 'old usage could not be deleted; will try again'),
  });

  return {
    count: (clientId, operation, status) =>
      add(clientId, { day: toDay(clock.now()), operation, status, requests: 1 }),
    flush,
    [Symbol.asyncDispose]: async () => {
      await Promise.all([writing[Symbol.asyncDispose](), sweeping[Symbol.asyncDispose]()]);
      await flush().catch(notWritten);
    },
  };
}
