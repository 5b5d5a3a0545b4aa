import { type Clock, every, machineOf } from '@plenum/platform';
import { limits } from '@plenum/protocol/cloud';
import { startRoutine } from '../../kernel/database/routine.ts';
import { logFailure } from '../../kernel/failure/log-failure.ts';
import type { LeaseDue, LeasedMessage, NextDue } from '../outbox/lease-due.ts';
import { createDeliver, type DeliverDeps, type DeliveryTimes } from './deliver.ts';
import { createSlots, type Pool, pools, type SlotLimits } from './slots.ts';

/** Limits on concurrent sending by one node, and its intervals and timeouts. Times are in ms. */
export interface WorkerLimits extends SlotLimits, DeliveryTimes {
  /** Interval at which the whole outbox is checked for due messages. */
  readonly pollInterval: number;
  /** Time for deliveries in progress to continue when the node stops. */
  readonly shutdownTimeout: number;
  /** Duration of a lease, after which another node sends the messages of a node that no longer renews it. */
  readonly lease: number;
}

export const defaultLimits: WorkerLimits = {
  healthy: limits.healthyDeliveries.maxConcurrent,
  strained: limits.strainedDeliveries.maxConcurrent,
  maxConcurrent: limits.deliveries.maxConcurrent,
  developer: {
    healthy: limits.healthyDeliveries.maxPerKey,
    strained: limits.strainedDeliveries.maxPerKey,
    maxConcurrent: limits.deliveries.maxPerKey,
  },
  slowAfter: 2_000,
  timeout: 15_000,
  lease: 8_000,
  renewInterval: 2_000,
  pollInterval: 1_000,
  shutdownTimeout: 5_000,
};

interface WorkerDeps extends Pick<DeliverDeps, 'recordAttempt' | 'send' | 'log' | 'tracer' | 'onAttempt'> {
  readonly leaseDue: LeaseDue;
  readonly nextDue: NextDue;
  readonly clock: Clock;
  readonly limits: WorkerLimits;
}

/**
 * Sends the messages in the outbox. Disposal aborts deliveries after `shutdownTimeout`, and their messages are sent
 * again later.
 */
export interface Worker extends AsyncDisposable {
  /** Checks the outbox for messages to these endpoints. */
  wake(endpointIds: readonly string[]): void;
  /** Resolves when no delivery and no check of the outbox is in progress. */
  idle(): Promise<void>;
  /** Number of deliveries in progress. */
  underWay(): number;
}

/** Maximum number of endpoints leased in one transaction, small so that other transactions do not wait long. */
const maxLeased = 16;
/** Maximum number of endpoints in one query. */
const maxWoken = 500;

/** Creates the list of outbox checks that are still to be done. */
const createAgenda = () => {
  const woken = new Set<string>();
  /** Pools for which all endpoints must be checked. */
  const unchecked = new Set<Pool>(pools);
  return {
    isEmpty: () => unchecked.size === 0 && woken.size === 0,
    addEndpoints: (ids: readonly string[]) => {
      for (const id of ids) woken.add(id);
    },
    addPool: (pool: Pool) => void unchecked.add(pool),
    takeEndpoints: (): readonly string[] => {
      const some = [...woken].slice(0, maxWoken);
      for (const id of some) woken.delete(id);
      return some;
    },
    /** Returns true if all endpoints of the pool must be checked, and marks them as checked. */
    takePool: (pool: Pool): boolean => unchecked.delete(pool),
  };
};

export function createWorker(deps: WorkerDeps): Worker {
  const { leaseDue, nextDue, recordAttempt, clock, log, limits } = deps;
  const agenda = createAgenda();
  const slots = createSlots(limits, agenda.addPool);
  const stop = new AbortController();
  const deliveries = new Set<Promise<void>>();
  /** The leases of deliveries in progress, by endpoint. */
  const receiving = new Map<string, LeasedMessage>();
  let isStopping = false;
  let checking: Promise<void> | undefined;
  const deliver = createDeliver({
    ...deps,
    slots,
    times: limits,
    signal: stop.signal,
    onSlow: () => checkSoon(),
    mayContinue: (pool, developer) =>
      !isStopping && slots.claimable(pool) > 0 && !slots.full(pool).includes(developer),
  });

  const begin = (leased: LeasedMessage, pool: Pool) => {
    const { endpointId } = leased;
    receiving.set(endpointId, leased);
    const delivery = deliver(leased, pool).then((next) => {
      receiving.delete(endpointId);
      if (next === undefined) wake([endpointId]);
      else begin(next, pool);
    });
    deliveries.add(delivery);
    void delivery.finally(() => deliveries.delete(delivery));
  };

  /** Leases messages for one pool until it is full or nothing is due. */
  const fill = async (pool: Pool, endpointIds: readonly string[] | undefined): Promise<void> => {
    while (!isStopping) {
      const max = Math.min(slots.claimable(pool), maxLeased);
      if (max === 0) return;
      const strained = pool === 'strained';
      const without = slots.full(pool);
      const batch = await leaseDue({
        max,
        strained,
        without,
        // Their leases may have ended, for example because this process was suspended.
        withoutIds: [...receiving.keys()],
        ...(endpointIds !== undefined && { endpointIds: endpointIds.filter((id) => !receiving.has(id)) }),
      });
      for (const leased of batch) begin(leased, pool);
      if (batch.length < max) return;
    }
  };

  const hasMore = () => !isStopping && !agenda.isEmpty();
  const check = async (): Promise<void> => {
    while (hasMore()) {
      const some = agenda.takeEndpoints();
      for (const pool of pools) {
        const checkAll = agenda.takePool(pool);
        if (checkAll || some.length > 0) await fill(pool, checkAll ? undefined : some);
      }
    }
  };
  const checkSoon = (): void => {
    if (checking !== undefined || !hasMore()) return;
    checking = check()
      .catch((error) => logFailure(log, { error }, 'the outbox of messages to endpoints could not be read'))
      .finally(() => {
        checking = undefined;
        checkSoon();
      });
  };
  const wake = (endpointIds: readonly string[]): void => {
    // An endpoint is checked again at the end of its delivery.
    agenda.addEndpoints(endpointIds.filter((id) => !receiving.has(id)));
    checkSoon();
  };

  const checkAll = () => {
    for (const pool of pools) agenda.addPool(pool);
    checkSoon();
  };
  const cancelPoll = every(machineOf(clock), limits.pollInterval, checkAll);
  checkSoon();
  const renewing = startRoutine({
    clock: machineOf(clock),
    each: limits.renewInterval,
    work: async () => {
      const until = clock.now() + limits.lease;
      const older = [...receiving.values()].filter(
        ({ leaseUntil }) => leaseUntil <= until - limits.renewInterval,
      );
      if (older.length > 0) await recordAttempt.renew(older, until);
    },
    failed: (error) => logFailure(log, { error }, 'deliveries in progress could not be reserved for longer'),
  });

  const idle = async (): Promise<void> => {
    while (checking !== undefined || deliveries.size > 0) await Promise.all([checking, ...deliveries]);
  };
  const run = async () => {
    checkAll();
    await idle();
  };
  const unfollow = clock.follow?.({ next: nextDue, run, idle });
  return {
    wake,
    idle,
    underWay: slots.used,
    [Symbol.asyncDispose]: async () => {
      isStopping = true;
      cancelPoll();
      unfollow?.();
      const cancel = machineOf(clock).after(limits.shutdownTimeout, () => stop.abort());
      await idle();
      cancel();
      await renewing[Symbol.asyncDispose]();
    },
  };
}
