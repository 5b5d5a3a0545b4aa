import { Counter, Gauge, Registry } from 'prom-client';
import type { Device } from '../device/device.ts';
import { readAll } from '../history/series.ts';
import type { Counts } from './counts.ts';

export interface RegistryDeps {
  readonly device: Device;
  /** The number of open live streams. */
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

/** All metrics of a bridge, with their present values. */
export const createRegistry = ({ device, streams, requests, datagrams }: RegistryDeps): Registry => {
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
      help: 'Requests that are not defined, passed on to the real bridge.',
      labelNames: ['kind', 'outcome'],
      counts: device.passed,
    });
  new Gauge({ name: 'plenum_streams', help: 'Live streams that are open.', registers }).set(streams());
  new Gauge({ name: 'plenum_resident_bytes', help: 'Resident memory of the process.', registers }).set(
    process.memoryUsage.rss(),
  );
  const health = device.health();
  if (health !== undefined) {
    new Gauge({
      name: 'plenum_device_up',
      help: 'Whether the real bridge answers: 1 or 0.',
      registers,
    }).set(health.state === 'answering' ? 1 : 0);
    new Gauge({
      name: 'plenum_device_answer_timestamp_seconds',
      help: 'When the real bridge last answered, in seconds since 1970 UTC.',
      registers,
    }).set(health.answeredAt / 1000);
  }
  const readings = new Gauge({
    name: 'plenum_reading',
    help: 'What the installation shows, on the scale of the wire (temperatures in hundredths of a degree).',
    labelNames: ['series'],
    registers,
  });
  for (const { name, value } of readAll(device.datagrams()))
    if (value !== undefined) readings.set({ series: name }, value);
  return registry;
};
