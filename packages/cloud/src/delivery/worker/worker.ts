import { type Clock, every } from '@plenum/machine';
import { logFailure } from '../../kernel/failure/log-failure.ts';
import type { Log } from '../../kernel/log/log.ts';
import type { RequestHeaders, Send, SendResult } from '../attempt/send.ts';
import { sign } from '../attempt/sign.ts';
import type { LeaseDue, LeasedMessage } from '../outbox/lease-due.ts';
import type { RecordAttempt, RecordedAttempt } from './record-attempt.ts';

/** How much one node sends at once, and how long it waits; times in ms. */
export interface WorkerLimits {
  /** Deliveries under way to endpoints that were fast and succeeded last time. A delivery that becomes slow moves to the strained slots. */
  readonly healthy: number;
  /** Deliveries under way to endpoints that were slow or failed last time. Their slots are separate, so healthy endpoints keep theirs. */
  readonly strained: number;
  /** Deliveries under way in all. */
  readonly maxConcurrent: number;
  /** A delivery that takes longer counts as slow. */
  readonly slowAfter: number;
  /** From the start of a delivery to the headers of its response. */
  readonly timeout: number;
  /** How often the whole outbox is checked for due messages. */
  readonly pollInterval: number;
  /** How long deliveries under way may go on when the node stops. */
  readonly shutdownTimeout: number;
}

export const defaultLimits: WorkerLimits = {
  healthy: 192,
  strained: 64,
  maxConcurrent: 512,
  slowAfter: 2_000,
  timeout: 15_000,
  pollInterval: 1_000,
  shutdownTimeout: 5_000,
};

export interface WorkerDeps {
  readonly leaseDue: LeaseDue;
  readonly recordAttempt: RecordAttempt;
  readonly send: Send;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: WorkerLimits;
  /** Called after each attempt, for the metrics. */
  readonly onAttempt?: (sent: SendResult, recorded: RecordedAttempt) => void;
}

/** Sends the messages in the outbox. Disposal aborts deliveries after `shutdownTimeout`; their messages are sent again later. */
export interface Worker extends AsyncDisposable {
  /** Checks the outbox for messages to these endpoints. */
  wake(endpointIds: readonly string[]): void;
  /** Resolves when no delivery and no check of the outbox is under way. */
  idle(): Promise<void>;
  /** How many deliveries are under way. */
  underWay(): number;
}

/** Endpoints leased in one transaction: few, so that other transactions do not wait long. */
const maxLeased = 16;
/** Endpoints in one query. */
const maxWoken = 500;

const pools = ['healthy', 'strained'] as const;
type Pool = (typeof pools)[number];

export const createWorker = (deps: WorkerDeps): Worker => {
  const { leaseDue, recordAttempt, send, clock, log, limits, onAttempt } = deps;
  const used = { healthy: 0, strained: 0 };
  const underWay = () => used.healthy + used.strained;
  const deliveries = new Set<Promise<void>>();
  const stop = new AbortController();
  const woken = new Set<string>();
  /** Pools for which all endpoints are to be checked. */
  const unchecked = new Set<Pool>(pools);
  /** Pools without a free slot when they were last checked. */
  const full = new Set<Pool>();
  let isStopping = false;
  let checking: Promise<void> | undefined;

  /** Posts a leased message; undefined if the lease may end before the timeout, so that another node could send it too. */
  const post = async ({
    leaseUntil,
    url,
    secrets,
    message,
  }: LeasedMessage): Promise<{ sent: SendResult; headers: RequestHeaders } | undefined> => {
    const now = clock.now();
    if (now + limits.timeout > leaseUntil || stop.signal.aborted) return undefined;
    const { id, body } = message;
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'plenum-cloud',
      ...sign(secrets, { id, seconds: Math.floor(now / 1000), body }),
    };
    const sent = await send({ url, headers, body }, stop.signal);
    return 'problem' in sent && sent.problem === 'stopped' ? undefined : { sent, headers };
  };

  /** Releases a slot and schedules a check of the pools that had none free. */
  const releaseSlot = (pool: Pool): void => {
    const wasFull = underWay() >= limits.maxConcurrent;
    used[pool]--;
    for (const one of [...full])
      if (one === pool || wasFull) {
        full.delete(one);
        unchecked.add(one);
      }
  };

  const deliver = async (leased: LeasedMessage, pool: Pool): Promise<void> => {
    let slot: Pool = pool;
    used[slot]++;
    const cancel = clock.after(limits.slowAfter, () => {
      if (slot === 'strained') return;
      releaseSlot(slot);
      slot = 'strained';
      used[slot]++;
      checkSoon();
    });
    try {
      const attempt = await post(leased);
      if (attempt === undefined) return await recordAttempt.release(leased);
      const recorded = await recordAttempt(leased, attempt);
      onAttempt?.(attempt.sent, recorded);
      if (recorded.disabled !== undefined)
        log.warn({ endpoint: leased.endpointId, why: recorded.disabled }, 'an endpoint was disabled');
    } catch (error) {
      // The lease runs out and the message is sent again under the same id.
      logFailure(log, { endpoint: leased.endpointId, error }, 'a delivery was not put down');
    } finally {
      cancel();
      releaseSlot(slot);
      wake([leased.endpointId]);
    }
  };

  const begin = (leased: LeasedMessage, pool: Pool) => {
    const delivery = deliver(leased, pool);
    deliveries.add(delivery);
    void delivery.finally(() => deliveries.delete(delivery));
  };

  /** Leases messages for one pool until it is full or nothing is due. */
  const fill = async (pool: Pool, endpointIds: readonly string[] | undefined): Promise<void> => {
    while (!isStopping) {
      const free = Math.min(limits[pool] - used[pool], limits.maxConcurrent - underWay());
      if (free <= 0) return void full.add(pool);
      const max = Math.min(free, maxLeased);
      const strained = pool === 'strained';
      const batch = await leaseDue({
        max,
        strained,
        ...(endpointIds !== undefined && { endpointIds }),
      });
      for (const leased of batch) begin(leased, pool);
      if (batch.length < max) return;
    }
  };

  const hasMore = () => !isStopping && (unchecked.size > 0 || woken.size > 0);

  const check = async (): Promise<void> => {
    while (hasMore()) {
      const some = [...woken].slice(0, maxWoken);
      for (const id of some) woken.delete(id);
      for (const pool of pools) {
        const checkAll = unchecked.delete(pool);
        if (checkAll || some.length > 0) await fill(pool, checkAll ? undefined : some);
      }
    }
  };

  const checkSoon = (): void => {
    if (checking !== undefined || !hasMore()) return;
    checking = check()
      .catch((error) => logFailure(log, { error }, 'the outbox cannot be read'))
      .finally(() => {
        checking = undefined;
        checkSoon();
      });
  };

  const wake = (endpointIds: readonly string[]): void => {
    for (const id of endpointIds) woken.add(id);
    checkSoon();
  };

  const cancelPoll = every(clock, limits.pollInterval, () => {
    for (const pool of pools) unchecked.add(pool);
    checkSoon();
  });
  checkSoon();

  const idle = async (): Promise<void> => {
    while (checking !== undefined || deliveries.size > 0) await Promise.all([checking, ...deliveries]);
  };
  return {
    wake,
    idle,
    underWay,
    [Symbol.asyncDispose]: async () => {
      isStopping = true;
      cancelPoll();
      const cancel = clock.after(limits.shutdownTimeout, () => stop.abort());
      await idle();
      cancel();
    },
  };
};
