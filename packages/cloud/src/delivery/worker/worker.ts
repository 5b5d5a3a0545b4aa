import { type Clock, every } from '@plenum/machine';
import { logFailure } from '../../kernel/failure/log-failure.ts';
import type { Log } from '../../kernel/log/log.ts';
import type { RequestHeaders, Send, SendResult } from '../attempt/send.ts';
import { sign } from '../attempt/sign.ts';
import type { LeaseDue, LeasedMessage } from '../outbox/lease-due.ts';
import type { RecordAttempt, RecordedAttempt } from './record-attempt.ts';

/** How much one node sends at once, and how long it waits; times in ms. */
export interface WorkerLimits {
  /** Deliveries under way to endpoints that were well last time. One that becomes slow gives its place to another. */
  readonly healthy: number;
  /** Deliveries under way to endpoints that were slow or failed: their own places, so that they take nobody else's. */
  readonly strained: number;
  /** Deliveries under way in all. */
  readonly maxConcurrent: number;
  /** After so long a delivery counts as slow. */
  readonly slowAfter: number;
  /** From the beginning of a delivery to the headers of its answer. */
  readonly timeout: number;
  /** How often the outbox is looked through for what is due again. */
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
  /** Told of each attempt, for the metrics. */
  readonly onAttempt?: (sent: SendResult, settled: RecordedAttempt) => void;
}

/** Sends what is in the outbox. Disposing of it breaks off what is under way after a while; nothing is lost by it. */
export interface Worker extends AsyncDisposable {
  /** Says that there may be something for these endpoints. */
  wake(endpointIds: readonly string[]): void;
  /** Resolves when nothing is under way and nothing is being looked for. */
  idle(): Promise<void>;
  /** How many deliveries are under way. */
  underWay(): number;
}

/** Endpoints claimed in one transaction: few, so that nobody waits long for it. */
const maxClaimed = 16;
/** Endpoints asked after in one query. */
const maxWoken = 500;

const pools = ['healthy', 'strained'] as const;
type Pool = (typeof pools)[number];

export const createWorker = (parts: WorkerDeps): Worker => {
  const { leaseDue: claimDue, recordAttempt: settle, send, clock, log, limits, onAttempt: onSettled } = parts;
  const taken = { healthy: 0, strained: 0 };
  const underWay = () => taken.healthy + taken.strained;
  const deliveries = new Set<Promise<void>>();
  const stop = new AbortController();
  const woken = new Set<string>();
  /** Pools for which everything that is due is to be looked at. */
  const wide = new Set<Pool>(pools);
  /** Pools that had no place for something that may be due. */
  const short = new Set<Pool>();
  let isOver = false;
  let looking: Promise<void> | undefined;

  /** Posts a claimed message; undefined where so much time has passed that another node may have it by now. */
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

  /** Gives a place up; those who found none are looked at again, the longest waiting first. */
  const leave = (pool: Pool): void => {
    const wasFull = underWay() >= limits.maxConcurrent;
    taken[pool]--;
    for (const one of [...short])
      if (one === pool || wasFull) {
        short.delete(one);
        wide.add(one);
      }
  };

  const deliver = async (claim: LeasedMessage, pool: Pool): Promise<void> => {
    let place: Pool = pool;
    taken[place]++;
    const cancel = clock.after(limits.slowAfter, () => {
      if (place === 'strained') return;
      leave(place);
      place = 'strained';
      taken[place]++;
      lookSoon();
    });
    try {
      const attempt = await post(claim);
      if (attempt === undefined) return await settle.release(claim);
      const settled = await settle(claim, attempt);
      onSettled?.(attempt.sent, settled);
      if (settled.disabled !== undefined)
        log.warn({ endpoint: claim.endpointId, why: settled.disabled }, 'an endpoint was disabled');
    } catch (error) {
      // The lease runs out and the message is sent again under the same id.
      logFailure(log, { endpoint: claim.endpointId, error }, 'a delivery was not put down');
    } finally {
      cancel();
      leave(place);
      wake([claim.endpointId]);
    }
  };

  const begin = (claim: LeasedMessage, pool: Pool) => {
    const delivery = deliver(claim, pool);
    deliveries.add(delivery);
    void delivery.finally(() => deliveries.delete(delivery));
  };

  /** Claims for one pool until it is full or nothing is due. */
  const fill = async (pool: Pool, endpointIds: readonly string[] | undefined): Promise<void> => {
    while (!isOver) {
      const free = Math.min(limits[pool] - taken[pool], limits.maxConcurrent - underWay());
      if (free <= 0) return void short.add(pool);
      const most = Math.min(free, maxClaimed);
      const strained = pool === 'strained';
      const claims = await claimDue({
        max: most,
        strained,
        ...(endpointIds !== undefined && { endpointIds }),
      });
      for (const claim of claims) begin(claim, pool);
      if (claims.length < most) return;
    }
  };

  const hasMore = () => !isOver && (wide.size > 0 || woken.size > 0);

  const look = async (): Promise<void> => {
    while (hasMore()) {
      const some = [...woken].slice(0, maxWoken);
      for (const id of some) woken.delete(id);
      for (const pool of pools) {
        const isWide = wide.delete(pool);
        if (isWide || some.length > 0) await fill(pool, isWide ? undefined : some);
      }
    }
  };

  const lookSoon = (): void => {
    if (looking !== undefined || !hasMore()) return;
    looking = look()
      .catch((error) => logFailure(log, { error }, 'the outbox cannot be read'))
      .finally(() => {
        looking = undefined;
        lookSoon();
      });
  };

  const wake = (endpointIds: readonly string[]): void => {
    for (const id of endpointIds) woken.add(id);
    lookSoon();
  };

  const cancelPoll = every(clock, limits.pollInterval, () => {
    for (const pool of pools) wide.add(pool);
    lookSoon();
  });
  lookSoon();

  const idle = async (): Promise<void> => {
    while (looking !== undefined || deliveries.size > 0) await Promise.all([looking, ...deliveries]);
  };
  return {
    wake,
    idle,
    underWay,
    [Symbol.asyncDispose]: async () => {
      isOver = true;
      cancelPoll();
      const cancel = clock.after(limits.shutdownTimeout, () => stop.abort());
      await idle();
      cancel();
    },
  };
};
