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

/** The names of some series of a component: of the same text the same string, which is compared faster. */
type Namer = (kind: ComponentKind, datagram: object, fields: readonly string[]) => readonly string[];

const createNamer = (): Namer => {
  const names = new Map<string, readonly string[]>();
  return (kind, datagram, fields) => {
    const prefix = kind === 'unit' ? kind : `${kind}.${indexOf(kind, datagram as never)}`;
    const key = `${prefix} ${fields[0]}`;
    const known = names.get(key);
    if (known !== undefined) return known;
    const made = fields.map((field) => `${prefix}.${field}`);
    names.set(key, made);
    return made;
  };
};

const readFields = (datagrams: Datagrams, kind: keyof typeof recorded, namesOf: Namer): Reading[] => {
  const readings: Reading[] = [];
  const fields: readonly string[] = recorded[kind];
  for (const datagram of datagrams[kind] as readonly object[]) {
    const names = namesOf(kind, datagram, fields);
    for (const [place, name] of names.entries())
      readings.push({ name, value: numberIn(datagram, fields[place]!) });
  }
  return readings;
};

/** What a power monitor carries on, also where a device does not answer. */
const readCarried = ({ powerStatus: [status] }: Datagrams): Reading[] =>
  (status?.Dev ?? []).flatMap(({ Ch }, device) =>
    (Ch ?? []).map(({ Pwr: value }, channel) => ({ name: `power.${device}.${channel}.Pwr`, value })),
  );

/**
 * The watts that are measured: of each channel in use, and of the house as a whole. Unlike the reading that a datagram
 * carries on (`Pwr`), nothing where the device of a channel does not answer.
 */
const readPower = ({ power: [config], powerStatus: [status] }: Datagrams): Reading[] => {
  if (config === undefined || status === undefined) return [];
  const channels = powerChannels(config, status);
  const flows = Object.entries(powerFlows(channels));
  return [
    ...channels.map(({ device, channel, watts: value }) => ({ name: `power.${device}.${channel}.W`, value })),
    ...flows.map(([flow, value]) => ({ name: `house.${flow}.W`, value })),
  ];
};

const shares = ['Heating', 'Cooling'] as const;

/**
 * Whether each unit heats and cools, as 100 or 0: its mean over some time is the percentage of that time. A split reports no
 * temperature, so it counts by its mode.
 */
const readActivity = (datagrams: Datagrams, kind: keyof typeof activities, namesOf: Namer): Reading[] =>
  (datagrams[kind] as readonly never[]).flatMap((datagram) => {
    const activity = activities[kind](datagram);
    const [heating, cooling] = namesOf(kind, datagram, shares) as readonly [string, string];
    const share = (of: 'heat' | 'cool') => (activity === undefined ? undefined : activity === of ? 100 : 0);
    return [
      { name: heating, value: share('heat') },
      { name: cooling, value: share('cool') },
    ];
  });

/** Reads again only when one of the lists that it reads was replaced. */
const keep = (
  lists: readonly ComponentKind[],
  read: (datagrams: Datagrams) => Reading[],
): ((datagrams: Datagrams) => readonly Reading[]) => {
  let before: Datagrams | undefined;
  let readings: readonly Reading[] = [];
  return (datagrams) => {
    if (before === undefined || lists.some((kind) => before![kind] !== datagrams[kind]))
      readings = read(datagrams);
    before = datagrams;
    return readings;
  };
};

/**
 * A reader of all that is recorded of an installation; the same components give the same series in the same order. A house
 * is read each minute of its time, 500,000 times a year: what did not change since the last call is not read again.
 */
export const createReader = (): ((datagrams: Datagrams) => Reading[]) => {
  const namesOf = createNamer();
  const parts = [
    ...(Object.keys(recorded) as (keyof typeof recorded)[]).map((kind) =>
      keep([kind], (datagrams) => readFields(datagrams, kind, namesOf)),
    ),
    keep(['powerStatus'], readCarried),
    keep(['power', 'powerStatus'], readPower),
    ...(Object.keys(activities) as (keyof typeof activities)[]).map((kind) =>
      keep([kind], (datagrams) => readActivity(datagrams, kind, namesOf)),
    ),
  ];
  return (datagrams) => {
    // `flatMap` would take as long as all else together.
    const readings: Reading[] = [];
    for (const read of parts) readings.push(...read(datagrams));
    return readings;
  };
};
