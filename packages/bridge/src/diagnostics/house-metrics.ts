import { powerChannels, powerFlows } from '@plenum/insight/energy';
import { labelsOf, type Metric, metrics } from '@plenum/insight/metric';
import { faultCodeOf, isFilterDue, unitActivity } from '@plenum/insight/status';
import type { DatagramOf, Datagrams } from '@plenum/protocol/component';
import { Counter, Gauge, type Registry } from '@prometheus-io/client';
import type { Device } from '../device/device.ts';

/** Returns the energy counters at a time of the house, by name (`power.0.1.Wh`, `house.used.Wh`). */
export type CountersAt = (at: number) => ReadonlyMap<string, { readonly joules: number }>;

const addField = (registry: Registry, { name, help, kind, label, read }: Metric, datagrams: Datagrams) => {
  const samples = (datagrams[kind] as readonly object[]).flatMap((datagram) => {
    const sample = read(datagram);
    return sample === undefined
      ? []
      : [{ labels: { ...labelsOf(kind, datagram), ...sample.labels }, value: sample.value }];
  });
  if (samples.length === 0) return;
  const labelNames = [...new Set(samples.flatMap(({ labels }) => Object.keys(labels)))];
  if (label !== undefined && !labelNames.includes(label)) labelNames.push(label);
  const gauge = new Gauge({ name, help, labelNames, registers: [registry] });
  for (const { labels, value } of samples) gauge.set(labels, value);
};

const channelLabels = ['device', 'channel', 'name', 'direction'] as const;

/** Adds current power and recorded energy, for each channel and for the whole house. */
const addPower = (
  registry: Registry,
  { power: [config], powerStatus: [status] }: Datagrams,
  counters: ReturnType<CountersAt>,
) => {
  if (config === undefined || status === undefined) return;
  const registers = [registry];
  const watts = new Gauge({
    name: 'plenum_power_watts',
    help: 'Power of a channel; absent while its device does not answer.',
    labelNames: [...channelLabels],
    registers,
  });
  const joules = new Counter({
    name: 'plenum_energy_joules_total',
    help: 'Energy of a channel since recording began.',
    labelNames: [...channelLabels],
    registers,
  });
  const flowWatts = new Gauge({
    name: 'plenum_flow_watts',
    help: 'Power of the house: used, solar, import from and export to the grid.',
    labelNames: ['flow'],
    registers,
  });
  const flowJoules = new Counter({
    name: 'plenum_flow_joules_total',
    help: 'Energy of the house since recording began, by flow.',
    labelNames: ['flow'],
    registers,
  });
  const channels = powerChannels(config, status);
  for (const { device, channel, name, watts: now, isGenerator } of channels) {
    const direction = isGenerator ? 'generated' : 'used';
    const labels = { device: String(device), channel: String(channel), name, direction };
    if (now !== undefined) watts.set(labels, now);
    const total = counters.get(`power.${device}.${channel}.Wh`);
    if (total !== undefined) joules.inc(labels, total.joules);
  }
  for (const [flow, now] of Object.entries(powerFlows(channels))) {
    if (now !== undefined) flowWatts.set({ flow }, now);
    const total = counters.get(`house.${flow}.Wh`);
    if (total !== undefined) flowJoules.inc({ flow }, total.joules);
  }
};

const noCode = 'none';

/** Adds the operation and the fault state of the unit. */
const addUnit = (registry: Registry, unit: DatagramOf<'unit'>) => {
  const registers = [registry];
  new Gauge({
    name: 'plenum_unit_activity',
    help: 'Always 1, with the activity of the unit as a label.',
    labelNames: ['activity'],
    registers,
  }).set({ activity: unitActivity(unit) }, 1);
  const code = faultCodeOf(unit.ACError);
  new Gauge({
    name: 'plenum_unit_fault',
    help: '1 if the unit reports a fault, otherwise 0; its code is a label.',
    labelNames: ['code'],
    registers,
  }).set({ code: code ?? noCode }, code === undefined ? 0 : 1);
  new Gauge({
    name: 'plenum_unit_filter_due',
    help: '1 if the filter has to be cleaned, otherwise 0.',
    registers,
  }).set(isFilterDue(unit) ? 1 : 0);
};

/** Adds the state of the installation, in base units and with names from the definitions of its fields. */
export function addHouseMetrics(registry: Registry, device: Device, countersAt: CountersAt): void {
  const datagrams = device.datagrams();
  for (const metric of metrics) addField(registry, metric, datagrams);
  const [unit] = datagrams.unit;
  if (unit !== undefined) addUnit(registry, unit);
  addPower(registry, datagrams, countersAt(device.at()));
}
