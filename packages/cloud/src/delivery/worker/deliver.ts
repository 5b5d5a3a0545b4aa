import type { RequestHeaders, Send, SendResult } from '@plenum/outbound';
import { machineOf, type Runtime } from '@plenum/platform';
import type { Span, Tracer } from '@plenum/protocol/trace';
import { logFailure } from '../../kernel/failure/log-failure.ts';
import type { Log } from '../../kernel/log/log.ts';
import { sign } from '../attempt/sign.ts';
import type { LeasedMessage } from '../outbox/lease-due.ts';
import { outage, type RecordAttempt, type RecordedAttempt } from './record-attempt.ts';
import type { Pool, Slots } from './slots.ts';

/** Time limits of a delivery, in ms. */
export interface DeliveryTimes {
  /** A delivery that takes longer counts as slow. */
  readonly slowAfter: number;
  /** Maximum time from the start of a delivery to the headers of its response. */
  readonly timeout: number;
  /** Interval at which the leases of deliveries in progress are renewed. */
  readonly renewInterval: number;
}

export interface DeliverDeps extends Pick<Runtime, 'clock' | 'log'> {
  readonly recordAttempt: RecordAttempt;
  readonly send: Send;
  readonly slots: Slots;
  readonly tracer?: Tracer | undefined;
  readonly times: DeliveryTimes;
  /** Aborts deliveries in progress. */
  readonly signal: AbortSignal;
  /** Called after each attempt, for the metrics. */
  readonly onAttempt?:
    | ((sent: SendResult, recorded: RecordedAttempt, leased: LeasedMessage) => void)
    | undefined;
  /** Called when a delivery became slow and has freed its slot. */
  readonly onSlow: () => void;
  /** Returns true if no other endpoint waits for the slot of a delivery. */
  readonly mayContinue: (pool: Pool, developer: string) => boolean;
}

interface Attempt {
  readonly sent: SendResult;
  readonly headers: RequestHeaders;
}

type PostDeps = Pick<DeliverDeps, 'send' | 'clock' | 'times' | 'signal' | 'tracer'>;

/**
 * Records how long a message that is part of a trace waited in the outbox, and returns the span of its delivery. Other
 * messages are not recorded, because a busy cloud has thousands each second.
 */
const startDelivery = (
  { tracer, clock }: PostDeps,
  { endpointId, message: { trace, queuedAt, attempt } }: LeasedMessage,
): Span | undefined => {
  if (tracer === undefined || trace === undefined) return undefined;
  const at = machineOf(clock).now() - (clock.now() - queuedAt);
  const outbox = tracer.start({ name: 'outbox', kind: 'internal', parent: trace, at });
  outbox.end();
  const facts = { endpointId, attempt };
  return tracer.start({ name: 'webhook', kind: 'client', parent: outbox.traceparent, facts });
};

/**
 * Posts a leased message. Returns undefined if the lease could end before it is renewed, because then another node could
 * also send it.
 */
const post = async (deps: PostDeps, leased: LeasedMessage): Promise<Attempt | undefined> => {
  const { send, clock, times, signal } = deps;
  const { leaseUntil, url, secrets, message } = leased;
  const { id, body } = message;
  const now = clock.now();
  if (now + times.renewInterval > leaseUntil || signal.aborted) return undefined;
  const span = startDelivery(deps, leased);
  const trace = span?.traceparent ?? message.trace;
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'plenum-cloud',
    ...(trace !== undefined && { traceparent: trace }),
    // The receiver compares the time of the signature with its own clock.
    ...sign(secrets, { id, seconds: Math.floor(machineOf(clock).now() / 1000), body }),
  };
  const sent = await send({ url, headers, body }, signal);
  if ('problem' in sent) span?.end({}, sent.problem);
  else span?.end({ status: sent.status }, sent.status < 300 ? undefined : `status ${sent.status}`);
  return 'problem' in sent && sent.problem === 'stopped' ? undefined : { sent, headers };
};

/**
 * Takes a slot of a pool, and exchanges it for a strained slot if it is held for long. Returns a function that frees
 * the slot.
 */
const holdSlot = (
  { slots, clock, times, onSlow }: DeliverDeps,
  { pool, developer }: { pool: Pool; developer: string },
): (() => void) => {
  let held = pool;
  slots.take(held, developer);
  const cancel = machineOf(clock).after(times.slowAfter, () => {
    if (held === 'strained') return;
    slots.release(held, developer);
    held = 'strained';
    slots.take(held, developer);
    onSlow();
  });
  return () => {
    cancel();
    slots.release(held, developer);
  };
};

/** Logs that an endpoint is failing, once it has failed several times, and that it accepts events again. */
function logOutage(log: Log, { endpointId: endpoint, failures }: LeasedMessage, isDelivered: boolean): void {
  if (isDelivered && failures >= outage) log.info({ endpoint }, 'an endpoint accepts events again');
  if (!isDelivered && failures + 1 === outage) log.warn({ endpoint }, 'an endpoint is failing');
}

/**
 * Creates a function that delivers a leased message: takes a slot, sends the message and records the result. Resolves to
 * the next message for the same endpoint if that was also leased. Never rejects.
 */
export function createDeliver(deps: DeliverDeps) {
  const { recordAttempt, log, onAttempt, mayContinue } = deps;
  const attempt = async (leased: LeasedMessage, pool: Pool): Promise<LeasedMessage | undefined> => {
    const posted = await post(deps, leased);
    if (posted === undefined) {
      await recordAttempt.release(leased);
      return undefined;
    }
    const leasesNext = pool === 'healthy' && mayContinue(pool, leased.developer);
    const recorded = await recordAttempt(leased, { ...posted, leasesNext });
    onAttempt?.(posted.sent, recorded, leased);
    logOutage(log, leased, recorded.verdict === 'delivered');
    if (recorded.disabled !== undefined)
      log.warn({ endpoint: leased.endpointId, why: recorded.disabled }, 'an endpoint was disabled');
    return recorded.next;
  };
  return async (leased: LeasedMessage, pool: Pool): Promise<LeasedMessage | undefined> => {
    const releaseSlot = holdSlot(deps, { pool, developer: leased.developer });
    try {
      return await attempt(leased, pool);
    } catch (error) {
      // The lease expires, and the message is sent again under the same id.
      logFailure(
        log,
        { endpoint: leased.endpointId, error },
        'a delivery could not be recorded; the message will be sent again',
      );
      return undefined;
    } finally {
      releaseSlot();
    }
  };
}
