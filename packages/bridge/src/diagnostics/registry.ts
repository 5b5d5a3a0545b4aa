import type { AutomationAnswer } from '@plenum/insight/automation';
import { Counter, Gauge, Registry } from '@prometheus-io/client';
import about from '../../package.json' with { type: 'json' };
import type { Device } from '../device/device.ts';
import { addAutomation } from './automation-metrics.ts';
import type { Counts } from './counts.ts';
import { addHouseMetrics, type CountersAt } from './house-metrics.ts';
import { addPassport, addPlan, type Learnt } from './passport-metrics.ts';

export interface RegistryDeps {
  readonly device: Device;
  /** Returns the recorded energy at a time of the house. */
  readonly countersAt: CountersAt;
  /** Returns what the bridge has learnt about the house. */
  readonly learnt: () => Learnt;
  /** Returns what the bridge suggests or does on its own. */
  readonly automation: () => Pick<AutomationAnswer, 'actions' | 'spill'>;
  /** Returns the number of open live streams. */
  readonly streams: () => number;
  readonly requests: Counts;
  readonly datagrams: Counts;
}

interface CountsMetric {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly string[];
  readonly counts: Pick<Counts, 'all'>;
}

const addCounts = (registry: Registry, { name, help, labelNames, counts }: CountsMetric) => {
  const counter = new Counter({ name, help, labelNames: [...labelNames], registers: [registry] });
  for (const { labels, count } of counts.all())
    counter.inc(Object.fromEntries(labelNames.map((label, index) => [label, labels[index]!])), count);
};

/** Creates a registry of all metrics of a bridge. The registry reads their current values. */
export function createRegistry({
  device,
  countersAt,
  learnt,
  automation,
  streams,
  requests,
  datagrams,
}: RegistryDeps): Registry {
  const registry = new Registry();
  const registers = [registry];
  addCounts(registry, {
    name: 'plenum_http_requests_total',
    help: 'HTTP requests answered.',
    labelNames: ['endpoint', 'outcome'],
    counts: requests,
  });
  addCounts(registry, {
    name: 'plenum_udp_datagrams_total',
    help: 'UDP datagrams sent.',
    labelNames: ['kind', 'outcome'],
    counts: datagrams,
  });
  if (device.passed !== undefined)
    addCounts(registry, {
      name: 'plenum_passed_total',
      help: 'Unknown requests that were passed on to the real bridge.',
      labelNames: ['kind', 'outcome'],
      counts: device.passed,
    });
  new Gauge({ name: 'plenum_streams', help: 'Open live streams.', registers }).set(streams());
  new Gauge({ name: 'plenum_resident_bytes', help: 'Resident memory of the process.', registers }).set(
    process.memoryUsage.rss(),
  );
  const health = device.health();
  if (health !== undefined) {
    new Gauge({
      name: 'plenum_device_up',
      help: '1 if the real bridge answers, otherwise 0.',
      registers,
    }).set(health.state === 'answering' ? 1 : 0);
    new Gauge({
      name: 'plenum_device_answer_timestamp_seconds',
      help: 'When the real bridge last answered, in seconds since 1970 UTC.',
      registers,
    }).set(health.answeredAt / 1000);
  }
  new Gauge({
    name: 'plenum_build_info',
    help: 'Always 1, with the version as a label.',
    labelNames: ['version'],
    registers,
  }).set({ version: about.version }, 1);
  addHouseMetrics(registry, device, countersAt);
  const known = learnt();
  addPassport(registry, known, device.datagrams());
  addPlan(registry, known);
  addAutomation(registry, automation());
  return registry;
}
