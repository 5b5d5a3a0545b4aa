import type { ComponentKind, Datagram } from '../definition/resource.ts';
import type { RecordField } from '../field/field.ts';
import { irrigation, program, station } from '../irrigation/resource.ts';
import {
  lamp,
  lampDiagnostics,
  lastButton,
  lightFavourite,
  lighting,
  lightNetwork,
  wallSwitch,
} from '../lighting/resource.ts';
import { power, powerStatus } from '../power/resource.ts';
import { schedule } from '../schedule/resource.ts';
import { split, splitFavourite, splitSystem } from '../split/resource.ts';
import { brandStatus } from '../unit/brand-status.ts';
import { faults, unit } from '../unit/resource.ts';
import { vrf, vrfFavourite } from '../vrf/resource.ts';
import { zone } from '../zone/resource.ts';

export type { ComponentKind };

/** The resource of every kind of component, in the order of interface 2. */
export const kinds = {
  unit,
  faults,
  brandStatus,
  zone,
  schedule,
  splitSystem,
  split,
  splitFavourite,
  vrf,
  vrfFavourite,
  irrigation,
  program,
  station,
  power,
  powerStatus,
  lighting,
  lamp,
  wallSwitch,
  lightFavourite,
  lampDiagnostics,
  lightNetwork,
  lastButton,
} as const satisfies { readonly [Kind in ComponentKind]: { readonly kind: Kind } };

/** The kinds in the order of interface 2. */
export const componentKinds = Object.keys(kinds) as readonly ComponentKind[];

/** The datagram of a component of the given kind. */
export type DatagramOf<K extends ComponentKind> = Datagram<(typeof kinds)[K]>;

/**
 * Everything that an installation shows its clients: for each kind, the datagrams of its components in order of index.
 * A subsystem that is not installed has empty lists. Datagrams are never mutated, so the same object always has the
 * same content.
 */
export type Datagrams = { readonly [K in ComponentKind]: readonly DatagramOf<K>[] };

/** One component: its kind and its index (0 if there is only one). */
export interface ComponentRef {
  readonly kind: ComponentKind;
  readonly index: number;
}

/** An installation without components. */
export const nothingInstalled: Datagrams = {
  unit: [],
  faults: [],
  brandStatus: [],
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
  lighting: [],
  lamp: [],
  wallSwitch: [],
  lightFavourite: [],
  lampDiagnostics: [],
  lightNetwork: [],
  lastButton: [],
};

/** Returns the definition of the datagram of a kind, as a record like any other. */
export const recordOf = (kind: ComponentKind): RecordField =>
  // The compiler does not see that each of the exact types is a record of fields.
  kinds[kind].fields as RecordField;

/** Returns the index of a datagram within its kind. */
export function indexOf(kind: ComponentKind, datagram: object): number {
  const { key } = kinds[kind];
  return key === undefined ? 0 : (datagram as Readonly<Record<string, number>>)[key]!;
}

/** Returns the datagram of a component, or undefined if it is not installed. */
export function findDatagram<K extends ComponentKind>(
  datagrams: Datagrams,
  kind: K,
  index = 0,
): DatagramOf<K> | undefined {
  const all = datagrams[kind] as readonly DatagramOf<K>[];
  const direct = all[index];
  if (direct !== undefined && indexOf(kind, direct) === index) return direct;
  return all.find((datagram) => indexOf(kind, datagram) === index);
}
