import type { Datagram } from '../field/resource.ts';
import { irrigation, program, station } from '../irrigation/resource.ts';
import { power, powerStatus } from '../power/resource.ts';
import { schedule } from '../schedule/resource.ts';
import { split, splitFavourite, splitSystem } from '../split/resource.ts';
import { faults, unit } from '../unit/resource.ts';
import { vrf, vrfFavourite } from '../vrf/resource.ts';
import { zone } from '../zone/resource.ts';

/**
 * Every kind of component an installation has: its resource, the subsystem it belongs to, the field that holds its
 * index (none where there is only one), and the token of its cloud component id (interface 2 and 2.10; none
 * where the cloud has no such component).
 */
export const kinds = {
  unit: { of: unit, subsystem: 'ac', key: undefined, token: 'hvac_systemsettings' },
  faults: { of: faults, subsystem: 'ac', key: undefined, token: undefined },
  zone: { of: zone, subsystem: 'ac', key: 'Index', token: 'hvac_zone' },
  schedule: { of: schedule, subsystem: 'ac', key: 'Index', token: 'hvac_schedule' },
  splitSystem: { of: splitSystem, subsystem: 'split', key: undefined, token: 'split_systemsettings' },
  split: { of: split, subsystem: 'split', key: 'Index', token: 'split_zone' },
  splitFavourite: { of: splitFavourite, subsystem: 'split', key: 'Index', token: 'split_favourite' },
  vrf: { of: vrf, subsystem: 'vrf', key: 'X', token: 'vrf_zone' },
  vrfFavourite: { of: vrfFavourite, subsystem: 'vrf', key: 'Index', token: undefined },
  irrigation: { of: irrigation, subsystem: 'irrigation', key: undefined, token: 'irrigation_systemsettings' },
  program: { of: program, subsystem: 'irrigation', key: 'Index', token: 'irrigation_program' },
  station: { of: station, subsystem: 'irrigation', key: 'Index', token: 'irrigation_station' },
  power: { of: power, subsystem: 'power', key: undefined, token: 'power_systemsettings' },
  powerStatus: { of: powerStatus, subsystem: 'power', key: undefined, token: 'power_status' },
} as const;

export type ComponentKind = keyof typeof kinds;

/** The kinds in the order of the interface. */
export const componentKinds = Object.keys(kinds) as readonly ComponentKind[];

/** The datagram of a component of that kind. */
export type DatagramOf<K extends ComponentKind> = Datagram<(typeof kinds)[K]['of']>;

/**
 * All an installation shows to its clients: for each kind the datagrams of its components in order of index.
 * A subsystem that is not installed has empty lists. Never changed in place: a datagram that is the same object
 * is the same datagram.
 */
export type Datagrams = { readonly [K in ComponentKind]: readonly DatagramOf<K>[] };

/** One component: its kind and its index (0 where there is only one). */
export interface ComponentRef {
  readonly kind: ComponentKind;
  readonly index: number;
}

/** An installation with nothing in it. */
export const nothingInstalled: Datagrams = {
  unit: [],
  faults: [],
  zone: [],
  schedule: [],
  splitSystem: [],
  split: [],
  splitFavourite: [],
  vrf: [],
  vrfFavourite: [],
  irrigation: [],
  program: [],
  station: [],
  power: [],
  powerStatus: [],
};

/** The index a datagram has among its kind. */
export const indexOf = <K extends ComponentKind>(kind: K, datagram: DatagramOf<K>): number => {
  const key = kinds[kind].key;
  return key === undefined ? 0 : (datagram as Record<string, unknown> as Record<string, number>)[key]!;
};

/** The component of that kind and index, or undefined where it is not installed. */
export const findDatagram = <K extends ComponentKind>(
  datagrams: Datagrams,
  kind: K,
  index = 0,
): DatagramOf<K> | undefined => {
  const all = datagrams[kind] as readonly DatagramOf<K>[];
  const direct = all[index];
  if (direct !== undefined && indexOf(kind, direct) === index) return direct;
  return all.find((datagram) => indexOf(kind, datagram) === index);
};
