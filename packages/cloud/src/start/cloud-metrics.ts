import { Counter, Gauge } from '@prometheus-io/client';
import { countOutbox } from '../delivery/outbox/ledger.ts';
import type { Uplinks } from '../fleet/uplink/uplinks.ts';
import type { Bus } from '../kernel/bus/bus.ts';
import type { Store } from '../kernel/database/store.ts';
import type { Metrics } from '../kernel/http/metrics.ts';

/** Registers the gauges of a node's modules for `/metrics`. */
export const registerCloudMetrics = (
  { registry }: Metrics,
  { store, bus, uplinks }: { readonly store: Store; readonly bus: Bus; readonly uplinks: Uplinks },
): void => {
  const registers = [registry];
  new Gauge({
    name: 'plenum_cloud_bridges',
    help: 'Bridges connected to this node.',
    registers,
    collect() {
      this.set(uplinks.size());
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
      const counts = await countOutbox(store.db).catch(() => undefined);
      // Without the database the count is unknown, and 0 would be wrong.
      if (counts === undefined) return this.reset();
      for (const state of ['pending', 'dead'] as const) this.set({ state }, counts[state]);
    },
  });
};
