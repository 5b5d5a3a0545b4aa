import { type Clock, delay, machineOf } from '@plenum/platform';
import { Counter, Gauge } from '@prometheus-io/client';
import type { EventDelivery } from '../delivery/event-delivery.ts';
import { countOutbox } from '../delivery/outbox/ledger.ts';
import type { Uplinks } from '../fleet/uplink/uplinks.ts';
import { readMailQueue } from '../identity/mail/outbox.ts';
import type { Bus } from '../kernel/bus/bus.ts';
import type { Store } from '../kernel/database/store.ts';
import type { Metrics } from '../kernel/http/metrics.ts';

/** Maximum time that a scrape waits for the store, ms. */
const maxWait = 2_000;

interface CloudMetricsDeps {
  readonly store: Store;
  readonly bus: Bus;
  readonly uplinks: Uplinks;
  readonly events: Pick<EventDelivery, 'oldestDue'>;
  readonly clock: Clock;
}

/** Registers the gauges of a node's modules for `/metrics`. */
export function registerCloudMetrics(
  { registry }: Metrics,
  { store, bus, uplinks, events, clock }: CloudMetricsDeps,
): void {
  const registers = [registry];
  /** Resolves to undefined if the store does not answer in time, because an outage must not hide the other metrics. */
  const read = async <Value>(query: () => Promise<Value>): Promise<Value | undefined> => {
    const timeout = new AbortController();
    try {
      const late = delay(machineOf(clock), maxWait, timeout.signal).then(() => undefined);
      return await Promise.race([query().catch(() => undefined), late]);
    } finally {
      timeout.abort();
    }
  };
  let pinging: Promise<number | undefined> | undefined;
  /** Resolves to the time that the store took to answer, in seconds. Gauges of the same scrape share one query. */
  const ping = (): Promise<number | undefined> => {
    const started = performance.now();
    pinging ??= read(async () => {
      await store.ping();
      return (performance.now() - started) / 1_000;
    }).finally(() => {
      pinging = undefined;
    });
    return pinging;
  };
  new Gauge({
    name: 'plenum_cloud_store_up',
    help: '1 if the store answers this node, else 0.',
    registers,
    async collect() {
      this.set((await ping()) === undefined ? 0 : 1);
    },
  });
  new Gauge({
    name: 'plenum_cloud_store_ping_seconds',
    help: 'Time that the store took to answer a query that reads nothing, at this scrape; NaN if it did not answer.',
    registers,
    async collect() {
      this.set((await ping()) ?? Number.NaN);
    },
  });
  new Gauge({
    name: 'plenum_cloud_bridges',
    help: 'Bridges connected to this node.',
    registers,
    collect() {
      this.set(uplinks.size());
    },
  });
  new Counter({
    name: 'plenum_cloud_bridges_moved_total',
    help: 'Bridges that this node asked to reconnect because it had more than its share of them.',
    registers,
    collect() {
      this.reset();
      this.inc(uplinks.moved());
    },
  });
  new Counter({
    name: 'plenum_cloud_bridges_refused_total',
    help: 'Times that this node told a bridge to connect later, because others came first.',
    registers,
    collect() {
      this.reset();
      this.inc(uplinks.refused().count);
    },
  });
  new Gauge({
    name: 'plenum_cloud_bridges_wait_seconds',
    help: 'Time until the last of the refused bridges may connect; 0 if none has to wait.',
    registers,
    collect() {
      this.set(uplinks.refused().wait / 1_000);
    },
  });
  new Gauge({
    name: 'plenum_cloud_bus_up',
    help: '1 if this node can reach the others, else 0.',
    registers,
    collect() {
      this.set(bus.isUp() ? 1 : 0);
    },
  });
  new Counter({
    name: 'plenum_cloud_store_damage_total',
    help: 'Number of times the store of this node was found damaged, by a query or at startup.',
    registers,
    collect() {
      this.reset();
      this.inc(store.damage());
    },
  });
  new Counter({
    name: 'plenum_cloud_store_rollbacks_total',
    help: 'Number of times this node found that the store had lost committed changes, for example after a failover.',
    registers,
    collect() {
      this.reset();
      this.inc(uplinks.rollbacks());
    },
  });
  new Gauge({
    name: 'plenum_cloud_outbox',
    help: 'Changes in the whole store that are waiting to be delivered (pending) or have failed permanently (dead).',
    labelNames: ['state'],
    registers,
    async collect() {
      const counts = await read(() => countOutbox(store.db));
      // Without the database the count is unknown, which is not 0.
      if (counts === undefined) return this.reset();
      for (const state of ['pending', 'dead'] as const) this.set({ state }, counts[state]);
    },
  });
  new Gauge({
    name: 'plenum_cloud_outbox_oldest_seconds',
    help: 'Time that the oldest event in the whole store has been waiting for a node to send it to a healthy endpoint, or to one whose secret the node cannot decrypt; 0 if none waits.',
    registers,
    async collect() {
      const oldest = await read(events.oldestDue);
      if (oldest === undefined) return this.set(Number.NaN);
      this.set(oldest === null ? 0 : (clock.now() - oldest) / 1_000);
    },
  });
  new Gauge({
    name: 'plenum_cloud_mail_oldest_seconds',
    help: 'Age of the oldest e-mail in the whole store that is waiting to be sent; 0 if none is.',
    registers,
    async collect() {
      const queue = await read(() => readMailQueue(store.db));
      if (queue === undefined) return this.set(Number.NaN);
      this.set(queue.oldest === null ? 0 : (clock.now() - queue.oldest) / 1_000);
    },
  });
}
