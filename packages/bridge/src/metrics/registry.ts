import { Counter, Gauge, Registry } from 'prom-client';
import { readAll } from '../history/series.ts';
import type { Counts } from './counts.ts';
import type { MetricsDeps } from './parts.ts';

interface Table {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly string[];
  readonly counts: Counts;
}

const addCounts = (registry: Registry, { name, help, labelNames, counts }: Table) => {
  const counter = new Counter({ name, help, labelNames: [...labelNames], registers: [registry] });
  for (const { labels, count } of counts.all())
    counter.inc(Object.fromEntries(labelNames.map((label, place) => [label, labels[place]!])), count);
};

/** Everything that can be measured of a bridge as it stands now. */
export const createRegistry = (of: MetricsDeps & { requests: Counts; datagrams: Counts }): Registry => {
  const { device, streams, requests, datagrams } = of;
  const registry = new Registry();
  const registers = [registry];
  addCounts(registry, {
    name: 'plenum_http_requests_total',
    help: 'HTTP requests answered.',
    labelNames: ['door', 'outcome'],
    counts: requests,
  });
  addCounts(registry, {
    name: 'plenum_udp_datagrams_total',
    help: 'UDP datagrams sent.',
    labelNames: ['kind', 'outcome'],
    counts: datagrams,
  });
  new Gauge({ name: 'plenum_streams', help: 'Live streams that are open.', registers }).set(streams());
  new Gauge({ name: 'plenum_resident_bytes', help: 'Resident memory of the process.', registers }).set(
    process.memoryUsage.rss(),
  );
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
