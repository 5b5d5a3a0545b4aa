import { type ComponentKind, type Datagrams, indexOf } from '@plenum/protocol/component';
import { powerChannels, powerFlows } from '@plenum/protocol/energy';
import { isUnitKnown, splitStatus, unitActivity, vrfStatus } from '@plenum/protocol/status';

/** The recorded fields of each kind of component, named `<kind>.<index>.<field>`; the unit has no index. */
const recorded = {
  unit: ['SysOn', 'SysMode', 'SysFan', 'Setpoint', 'Temp', 'Supply', 'InRh', 'InTVOC', 'IneCO2'],
  zone: ['Temp', 'Setpoint', 'Mode', 'DmpPos', 'Rh'],
  split: ['On', 'Mode', 'Setpoint'],
  vrf: ['On', 'Mode', 'Sp', 'Ra'],
} as const satisfies { readonly [K in ComponentKind]?: readonly string[] };

/** The recorded fields that are chosen and not measured: their mean says nothing. */
const states: ReadonlySet<string> = new Set(['SysOn', 'SysMode', 'SysFan', 'On', 'Mode', 'Setpoint', 'Sp']);

/** Whether the value of a series over some time is the last one instead of the mean. */
export const isState = (series: string): boolean => states.has(series.slice(series.lastIndexOf('.') + 1));

/** The energy counter that a series in watts drives: `power.0.1.Wh` for `power.0.1.W`; undefined for others. */
export const counterOf = (series: string): string | undefined =>
  series.endsWith('.W') ? `${series}h` : undefined;

/** The series in watts for what an earlier release recorded: `power.0.1.W` for `power.0.1.Pwr`; undefined for others. */
export const laterSeries = (series: string): string | undefined =>
  series.startsWith('power.') && series.endsWith('.Pwr') ? series.replace(/Pwr$/, 'W') : undefined;

/** Whether a series is an energy counter, in watt-hours for each step. */
export const isCounter = (series: string): boolean => series.endsWith('.Wh');

/** One number of an installation: the name of its series, and its value on the scale of the wire. */
export interface Reading {
  readonly name: string;
  readonly value: number | undefined;
}

const numberIn = (datagram: object, field: string): number | undefined => {
  const value = (datagram as Record<string, unknown>)[field];
  return typeof value === 'number' ? value : undefined;
};

/** What cools and heats: the unit, splits and fan-coils. */
const activities = {
  unit: (each: Datagrams['unit'][number]) => (isUnitKnown(each) ? unitActivity(each) : undefined),
  split: (each: Datagrams['split'][number]) => splitStatus(each).activity,
  vrf: (each: Datagrams['vrf'][number]) => vrfStatus(each).activity,
} as const;

/**
 * Whether each unit heats and cools, as 100 or 0: its mean over some time is the percentage of that time. A split reports no
 * temperature, so it counts by its mode.
 */
const readActivity = (datagrams: Datagrams): Reading[] =>
  (Object.keys(activities) as (keyof typeof activities)[]).flatMap((kind) =>
    (datagrams[kind] as readonly never[]).flatMap((datagram) => {
      const activity = activities[kind](datagram);
      const prefix = kind === 'unit' ? kind : `${kind}.${indexOf(kind, datagram)}`;
      const share = (of: 'heat' | 'cool') => (activity === undefined ? undefined : activity === of ? 100 : 0);
      return [
        { name: `${prefix}.Heating`, value: share('heat') },
        { name: `${prefix}.Cooling`, value: share('cool') },
      ];
    }),
  );

/** All recorded numbers of an installation; the same components give the same order. */
export const readAll = (datagrams: Datagrams): Reading[] => {
  const readings: Reading[] = [];
  for (const [kind, fields] of Object.entries(recorded) as [keyof typeof recorded, readonly string[]][]) {
    for (const datagram of datagrams[kind] as readonly object[]) {
      const prefix = kind === 'unit' ? kind : `${kind}.${indexOf(kind, datagram as never)}`;
      for (const field of fields)
        readings.push({ name: `${prefix}.${field}`, value: numberIn(datagram, field) });
    }
  }
  for (const [device, { Ch }] of (datagrams.powerStatus[0]?.Dev ?? []).entries())
    for (const [channel, { Pwr }] of (Ch ?? []).entries())
      readings.push({ name: `power.${device}.${channel}.Pwr`, value: Pwr });
  return readings;
};

/**
 * The watts that are measured: of each channel in use, and of the house as a whole. Unlike the reading that a datagram
 * carries on (`Pwr`), nothing where the device of a channel does not answer.
 */
export const readPower = ({ power: [config], powerStatus: [status] }: Datagrams): Reading[] => {
  if (config === undefined || status === undefined) return [];
  const channels = powerChannels(config, status);
  const flows = Object.entries(powerFlows(channels));
  return [
    ...channels.map(({ device, channel, watts: value }) => ({ name: `power.${device}.${channel}.W`, value })),
    ...flows.map(([flow, value]) => ({ name: `house.${flow}.W`, value })),
  ];
};

/** All that is recorded of an installation. */
export const readRecorded = (datagrams: Datagrams): Reading[] => [
  ...readAll(datagrams),
  ...readPower(datagrams),
  ...readActivity(datagrams),
];
