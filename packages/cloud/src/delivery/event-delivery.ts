import { type AddressPolicy, createHostResolver, createSender, type ResolveHost } from '@plenum/outbound';
import type { Runtime } from '@plenum/platform';
import { cloudLimits } from '@plenum/protocol/cloud';
import { deliveryVerdicts } from '@plenum/protocol/console';
import type { Tracer } from '@plenum/protocol/trace';
import { Counter, Gauge, Histogram } from '@prometheus-io/client';
import type { ChangeListeners } from '../fleet/component/change-listeners.ts';
import type { LinkHook } from '../identity/oauth/token/revocation.ts';
import type { Bus } from '../kernel/bus/bus.ts';
import { createMemoryBus } from '../kernel/bus/memory-bus.ts';
import type { Encryption } from '../kernel/crypto/encryption.ts';
import { type Random, systemRandom } from '../kernel/crypto/random.ts';
import { startRoutine } from '../kernel/database/routine.ts';
import type { Store } from '../kernel/database/store.ts';
import { sweepRows } from '../kernel/database/sweep-rows.ts';
import { logFailure } from '../kernel/failure/log-failure.ts';
import type { Metrics } from '../kernel/http/metrics.ts';
import { defaultRetryPolicy, longestRetry, type RetryPolicy } from './attempt/retry-policy.ts';
import type { Endpoints } from './endpoint/endpoint.ts';
import { createEndpointMessages } from './endpoint/endpoint-messages.ts';
import { createEndpointRegistry } from './endpoint/endpoint-registry.ts';
import { continueResends, createResendJobs } from './endpoint/resend-job.ts';
import { createFindEnd } from './listener/identify.ts';
import { createListenerStore } from './listener/listener-store.ts';
import { type Listeners, startListeners } from './listener/listeners.ts';
import { createEndpointSecrets } from './outbox/endpoint-secrets.ts';
import { createLeaseDue, createLeaseNext, createNextDue, type LeasedMessage } from './outbox/lease-due.ts';
import { readOldestDue } from './outbox/ledger.ts';
import { createLinkedApps, type LinkedApps } from './outbox/linked-apps.ts';
import { createOutbox } from './outbox/outbox.ts';
import { createRecordAttempt, releaseAllLeases } from './worker/record-attempt.ts';
import { createWorker, defaultLimits, type Worker, type WorkerLimits } from './worker/worker.ts';

export interface EventDeliveryDeps extends Partial<AddressPolicy>, Pick<Runtime, 'clock' | 'log'> {
  readonly store: Store;
  readonly encryption: Encryption;
  /** Messages between the nodes; by default this node is the only one. */
  readonly bus?: Bus;
  readonly metrics?: Metrics;
  readonly random?: Random;
  readonly resolveHost?: ResolveHost;
  readonly linkedApps?: LinkedApps;
  readonly limits?: Partial<WorkerLimits>;
  readonly retryPolicy?: Partial<RetryPolicy>;
  readonly logRetention?: Partial<LogRetention>;
  readonly tracer?: Tracer | undefined;
}

/** Limits of the delivery log: rows for each endpoint, and age in ms. */
interface LogRetention {
  readonly rows: number;
  readonly age: number;
}

/** The event delivery of one node. */
export interface EventDelivery extends AsyncDisposable {
  /** Must be called within the transaction that stores a change. */
  readonly listeners: ChangeListeners;
  /**
   * Must be called within the transaction in which an owner unlinks an app. Deleting the account also unlinks its apps.
   */
  readonly unlinked: LinkHook;
  /** Must be called within the transaction in which an owner links an app. */
  readonly linked: LinkHook;
  readonly endpoints: Endpoints;
  readonly worker: Worker;
  /** Endpoints without a URL, for `plenum listen`. */
  readonly listening: Listeners;
  /** Reads since when the oldest event waits for a node (`readOldestDue`). */
  oldestDue(): Promise<number | null>;
}

const hour = 3_600_000;
/** Interval at which jobs continue to send changes again, ms. */
const resendInterval = 1_000;

/** A developer who mends a local endpoint should not wait for the next message, and a listener ends without a connection. */
const listenerPauses = { minMaxPause: 5_000, maxPause: 5_000, disableAfter: Number.POSITIVE_INFINITY };

const watch = ({ registry }: Metrics, worker: Worker) => {
  const registers = [registry];
  new Gauge({
    name: 'plenum_cloud_deliveries_under_way',
    help: 'Messages being sent to endpoints.',
    registers,
    collect() {
      this.set(worker.underWay());
    },
  });
};

interface Attempted {
  readonly verdict: string;
  /** Duration of the attempt, ms. */
  readonly latency: number;
  readonly leased: LeasedMessage;
  readonly now: number;
}

const count = ({ registry }: Metrics) => {
  const registers = [registry];
  const attempts = new Counter({
    name: 'plenum_cloud_delivery_attempts_total',
    help: 'Attempts to deliver a message to an endpoint, by result.',
    labelNames: ['verdict'],
    registers,
  });
  // A rate needs a value before the first attempt.
  for (const verdict of deliveryVerdicts) attempts.inc({ verdict }, 0);
  const durations = new Histogram({
    name: 'plenum_cloud_delivery_seconds',
    help: 'Time until an endpoint answered or the attempt failed.',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
    registers,
  });
  const waits = new Histogram({
    name: 'plenum_cloud_event_wait_seconds',
    help: 'Time from a change to the start of its first delivery, except to endpoints that were failing.',
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers,
  });
  return ({ verdict, latency, leased, now }: Attempted) => {
    attempts.inc({ verdict });
    durations.observe(latency / 1000);
    const { attempt, queuedAt } = leased.message;
    if (attempt === 1 && leased.failures === 0) waits.observe(Math.max(0, now - latency - queuedAt) / 1000);
  };
};

/**
 * Starts to deliver the messages in the outbox. If only one process uses the store (SQLite), leases of an earlier
 * process end immediately. With several nodes they expire.
 */
export async function startEventDelivery(deps: EventDeliveryDeps): Promise<EventDelivery> {
  const { store, encryption, clock, log, metrics, random = systemRandom, isDevelopment = false } = deps;
  const { now } = clock;
  const { linkedApps = createLinkedApps(now), resolveHost = createHostResolver() } = deps;
  const limits = { ...defaultLimits, ...deps.limits };
  const retryPolicy = { ...defaultRetryPolicy, ...deps.retryPolicy };
  const retention = { ...cloudLimits.deliveryLog, ...deps.logRetention };
  if (store.isExclusive) await releaseAllLeases(store);

  const observe = metrics && count(metrics);
  const secrets = createEndpointSecrets({ encryption, log });
  const leaseDeps = {
    store,
    linkedApps,
    secrets,
    random,
    now,
    lease: limits.lease,
    longestRetry: longestRetry(retryPolicy),
  };
  const recordDeps = {
    store,
    leaseNext: createLeaseNext(leaseDeps),
    random,
    now,
    logRows: retention.rows,
    slow: limits.slowAfter,
  };
  const worker = createWorker({
    leaseDue: createLeaseDue(leaseDeps),
    nextDue: createNextDue(store.db),
    recordAttempt: createRecordAttempt({ ...recordDeps, retryPolicy }),
    send: createSender({ clock, resolveHost, isDevelopment, timeout: limits.timeout }),
    clock,
    log,
    limits,
    tracer: deps.tracer,
    onAttempt: ({ latency }, { verdict }, leased) => observe?.({ verdict, latency, leased, now: now() }),
  });
  if (metrics) watch(metrics, worker);
  const wake = (endpointIds: readonly string[]) => {
    worker.wake(endpointIds);
    listening.wake(endpointIds);
  };
  const outbox = createOutbox({ linkedApps, now, wake });
  const resendDeps = { store, outbox, random, now, clock, wake };
  const listening = await startListeners({
    listenerStore: createListenerStore({ store, outbox, encryption, random, now }),
    leaseDue: createLeaseDue({ ...leaseDeps, ofListeners: true }),
    nextDue: createNextDue(store.db, true),
    recordAttempt: createRecordAttempt({
      ...recordDeps,
      retryPolicy: { ...retryPolicy, ...listenerPauses },
    }),
    bus: deps.bus ?? createMemoryBus({ clock, log }),
    findEnd: createFindEnd({ store, now }),
    clock,
    log,
  });
  const endpoints: Endpoints = {
    ...createEndpointRegistry({ store, outbox, encryption, random, now, isDevelopment }),
    ...createEndpointMessages({ store, outbox, now, wake }),
    ...createResendJobs(resendDeps),
  };
  const resending = startRoutine({
    clock,
    each: resendInterval,
    work: () => continueResends(resendDeps),
    failed: (error) => logFailure(log, { error }, 'changes could not be sent again'),
  });

  const sweep = async () => {
    await sweepRows(store, {
      table: 'delivery',
      key: ['endpoint_id', 'number'],
      instant: 'at',
      until: now() - retention.age - 1,
    });
    await store.db
      .updateTable('endpoint')
      .set({ old_secret: null, old_secret_until: null })
      .where('old_secret_until', '<=', now())
      .execute();
  };
  const sweeping = startRoutine({
    clock,
    each: hour,
    work: sweep,
    failed: (error) => logFailure(log, { error }, 'old deliveries could not be deleted'),
  });

  return {
    listeners: {
      componentsChanged: [outbox.enqueueChanges],
      ownershipChanged: [(tx, { accountId }) => outbox.enqueueSync(tx, accountId)],
    },
    linked: outbox.enqueueLink,
    unlinked: (tx, { accountId, clientId }) => outbox.enqueueSync(tx, accountId, [clientId]),
    endpoints,
    worker,
    listening,
    oldestDue: () => readOldestDue(store.db, { now: now(), secrets }),
    [Symbol.asyncDispose]: async () => {
      await Promise.all([
        listening[Symbol.asyncDispose](),
        sweeping[Symbol.asyncDispose](),
        resending[Symbol.asyncDispose](),
        worker[Symbol.asyncDispose](),
      ]);
    },
  };
}
