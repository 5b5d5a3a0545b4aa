import {
  type PowerChannel,
  type PowerFlows,
  powerChannels,
  powerFlows,
  readItems,
  unitPower,
} from '@plenum/insight/energy';
import { isUnitKnown, splitStatus, unitActivity, vrfStatus } from '@plenum/insight/status';
import { type ComponentKind, type Datagrams, indexOf } from '@plenum/protocol/component';

/** The recorded fields of each kind of component, named `<kind>.<index>.<field>`; the unit has no index. */
const recorded = {
  unit: ['SysOn', 'SysMode', 'SysFan', 'Setpoint', 'Temp', 'Supply', 'InRh', 'InTVOC', 'IneCO2'],
  zone: ['Temp', 'Setpoint', 'Mode', 'DmpPos', 'Rh'],
  split: ['On', 'Mode', 'Setpoint'],
  vrf: ['On', 'Mode', 'Sp', 'Ra'],
} as const satisfies { readonly [K in ComponentKind]?: readonly string[] };

/** The recorded fields that are chosen rather than measured: their mean is meaningless. */
const states: ReadonlySet<string> = new Set(['SysOn', 'SysMode', 'SysFan', 'On', 'Mode', 'Setpoint', 'Sp']);

/** True if the value of a series over a period is the last one rather than the mean. */
export const isState = (series: string): boolean => states.has(series.slice(series.lastIndexOf('.') + 1));

/** Returns the energy counter that a series in watts drives: `power.0.1.Wh` for `power.0.1.W`; undefined for others. */
export const counterOf = (series: string): string | undefined =>
  series.endsWith('.W') ? `${series}h` : undefined;

/** True if a series is an energy counter, in watt-hours for each step. */
export const isCounter = (series: string): boolean => series.endsWith('.Wh');

/** One recorded number of a house: the name of its series, and its value on the scale of the wire. */
export interface SeriesReading {
  readonly name: string;
  readonly value: number | undefined;
}

const numberIn = (datagram: object, field: string): number | undefined => {
  const value = (datagram as Record<string, unknown>)[field];
  return typeof value === 'number' ? value : undefined;
};

/** Components that cool and heat: the unit, splits and fan-coils. */
const activities = {
  unit: (each: Datagrams['unit'][number]) => (isUnitKnown(each) ? unitActivity(each) : undefined),
  split: (each: Datagrams['split'][number]) => splitStatus(each).activity,
  vrf: (each: Datagrams['vrf'][number]) => vrfStatus(each).activity,
} as const;

/**
 * Creates a function that returns the names of the series of a component by its index: `zone.3.Temp`; the unit has no
 * index. The same name is always the same string object, which is the fastest to compare.
 */
const createNames = (
  kind: ComponentKind,
  fields: readonly string[],
): ((datagram: object) => readonly string[]) => {
  const known = new Map<number, readonly string[]>();
  return (datagram) => {
    const index = indexOf(kind, datagram);
    const before = known.get(index);
    if (before !== undefined) return before;
    const prefix = kind === 'unit' ? kind : `${kind}.${index}`;
    const names = fields.map((field) => `${prefix}.${field}`);
    known.set(index, names);
    return names;
  };
};

type Read = (datagrams: Datagrams) => SeriesReading[];

const createFieldReader = (kind: keyof typeof recorded): Read => {
  const fields: readonly string[] = recorded[kind];
  const namesOf = createNames(kind, fields);
  return (datagrams) => {
    const readings: SeriesReading[] = [];
    for (const datagram of datagrams[kind] as readonly object[]) {
      const names = namesOf(datagram);
      for (let place = 0; place < names.length; place++)
        readings.push({ name: names[place]!, value: numberIn(datagram, fields[place]!) });
    }
    return readings;
  };
};

const createChannelNames = (field: string) => {
  const known: string[][] = [];
  return (device: number, channel: number): string => {
    known[device] ??= [];
    known[device][channel] ??= `power.${device}.${channel}.${field}`;
    return known[device][channel];
  };
};

/** The series of the power flows of a house, by flow. */
const flowNames: { readonly [Flow in keyof PowerFlows]: string } = {
  used: 'house.used.W',
  solar: 'house.solar.W',
  import: 'house.import.W',
  export: 'house.export.W',
  surplus: 'house.surplus.W',
};
const flowKeys = Object.keys(flowNames) as (keyof PowerFlows)[];

/** Creates a reader for the values that a power monitor keeps showing even if one of its devices does not respond. */
const createCarriedReader = (): Read => {
  const nameOf = createChannelNames('Pwr');
  return ({ powerStatus: [status] }) =>
    readItems(status?.Dev).flatMap(({ Ch }, device) =>
      readItems(Ch).map(({ Pwr: value }, channel) => ({ name: nameOf(device, channel), value })),
    );
};

/** The part of a power that comes from the grid; undefined if it is unknown, or all of it because nothing is generated. */
type Bought = (watts: number | undefined) => number | undefined;

/** The channels of a power monitor in use, and what their readings add up to. */
interface Measured {
  readonly channels: readonly PowerChannel[];
  readonly flows: PowerFlows;
  readonly bought: Bought | undefined;
}

/** Returns what the power monitor of a house measures; undefined if it has none. */
type Measure = (datagrams: Datagrams) => Measured | undefined;

/** Measures only when a datagram of the power monitor was replaced, because several readers need it in each sample. */
const createMeasure = (): Measure => {
  let before: readonly unknown[] = [];
  let measured: Measured | undefined;
  return ({ power: [config], powerStatus: [status] }) => {
    if (config === undefined || status === undefined) return undefined;
    if (before[0] === config && before[1] === status) return measured;
    before = [config, status];
    const channels = powerChannels(config, status);
    const flows = powerFlows(channels);
    measured = { channels, flows, bought: boughtOf(channels, flows) };
    return measured;
  };
};

/**
 * Creates a reader for the measured watts of each channel in use and of the house as a whole. Unlike the reading that a
 * datagram keeps showing (`Pwr`), a channel has no value here if its device does not respond.
 */
const createPowerReader = (measure: Measure): Read => {
  const [nameOf, boughtName] = [createChannelNames('W'), createChannelNames('bought.W')];
  return (datagrams) => {
    const measured = measure(datagrams);
    if (measured === undefined) return [];
    const { channels, flows, bought } = measured;
    return [
      ...channels.map(({ device, channel, watts: value }) => ({ name: nameOf(device, channel), value })),
      ...(bought === undefined
        ? []
        : channels
            .filter(({ isGenerator }) => !isGenerator)
            .map(({ device, channel, watts }) => ({
              name: boughtName(device, channel),
              value: bought(watts),
            }))),
      ...flowKeys.map((flow) => ({ name: flowNames[flow], value: flows[flow] })),
    ];
  };
};

/** Returns the part that is bought of any power in use at a moment; undefined if the house generates nothing. */
const boughtOf = (channels: readonly PowerChannel[], flows: PowerFlows): Bought | undefined => {
  if (!channels.some(({ isGenerator }) => isGenerator)) return undefined;
  const { used, import: bought } = flows;
  if (used === undefined || bought === undefined) return () => undefined;
  const share = used <= 0 ? 0 : bought / used;
  return (watts) => watts && Math.round(watts * share);
};

/** Creates a reader for the power of the ducted unit, and the part of it that each zone has with its air. */
const createRoomPowerReader = (measure: Measure): Read => {
  const namesOf = createNames('zone', ['W', 'bought.W']);
  return (datagrams) => {
    const measured = measure(datagrams);
    const power = measured && unitPower(measured.channels, datagrams);
    if (measured === undefined || power === undefined) return [];
    const { bought } = measured;
    const both = (names: readonly string[], watts: number | undefined) => [
      { name: names[0]!, value: watts && Math.round(watts) },
      ...(bought === undefined ? [] : [{ name: names[1]!, value: bought(watts) }]),
    ];
    return [
      ...both(['unit.W', 'unit.bought.W'], power.unit),
      ...power.zones.flatMap(({ index, watts }) => both(namesOf({ Index: index }), watts)),
    ];
  };
};

/**
 * Creates a reader for the heating and cooling state of each unit, as 100 or 0: the mean over a period is its
 * percentage. A split reports no temperature, so its mode determines its state.
 */
const createActivityReader = (kind: keyof typeof activities): Read => {
  const namesOf = createNames(kind, ['Heating', 'Cooling']);
  return (datagrams) =>
    (datagrams[kind] as readonly never[]).flatMap((datagram) => {
      const activity = activities[kind](datagram);
      const [heating, cooling] = namesOf(datagram) as readonly [string, string];
      const share = (of: 'heat' | 'cool') => (activity === undefined ? undefined : activity === of ? 100 : 0);
      return [
        { name: heating, value: share('heat') },
        { name: cooling, value: share('cool') },
      ];
    });
};

/** Recalculates only when one of its input lists was replaced. */
const keep = (
  lists: readonly ComponentKind[],
  read: Read,
): ((datagrams: Datagrams) => readonly SeriesReading[]) => {
  let before: Datagrams | undefined;
  let readings: readonly SeriesReading[] = [];
  return (datagrams) => {
    if (before === undefined || lists.some((kind) => before![kind] !== datagrams[kind]))
      readings = read(datagrams);
    before = datagrams;
    return readings;
  };
};

/**
 * Creates a reader for all recorded values of a house; the same components give the same series in the same order. A
 * house is read each minute of its time, 500,000 times a year, so values unchanged since the last call are not read
 * again.
 */
export function createReader(): Read {
  const measure = createMeasure();
  const parts = [
    ...(Object.keys(recorded) as (keyof typeof recorded)[]).map((kind) =>
      keep([kind], createFieldReader(kind)),
    ),
    keep(['powerStatus'], createCarriedReader()),
    keep(['power', 'powerStatus'], createPowerReader(measure)),
    keep(['power', 'powerStatus', 'unit', 'zone'], createRoomPowerReader(measure)),
    ...(Object.keys(activities) as (keyof typeof activities)[]).map((kind) =>
      keep([kind], createActivityReader(kind)),
    ),
  ];
  return (datagrams) => {
    // `flatMap` would take as long as the rest of the function.
    const readings: SeriesReading[] = [];
    for (const read of parts) readings.push(...read(datagrams));
    return readings;
  };
}
