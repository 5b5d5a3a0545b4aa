import { toExample } from '../derive/to-example.ts';
import type { Identity } from '../query/identity.ts';
import { type ComponentKind, type DatagramOf, type Datagrams, kinds, nothingInstalled } from './kinds.ts';

const datagram = <K extends ComponentKind>(kind: K, index = 0): DatagramOf<K> => {
  const { fields, key } = kinds[kind];
  const example = toExample(fields) as object;
  return { ...example, ...(key !== undefined && { [key]: index }) } as unknown as DatagramOf<K>;
};

const row = <K extends ComponentKind>(kind: K, ...indexes: readonly number[]): readonly DatagramOf<K>[] =>
  indexes.map((index) => datagram(kind, index));

export const identity: Identity = {
  uid: '000000001',
  deviceType: 'ASH',
  firmware: 'CSL 1.14,COCBH 4.39',
};

/** A house with every kind of component. Its splits are 0 and 3, its VRF units 1 and 2. */
export const exampleHouse: Datagrams = {
  ...nothingInstalled,
  unit: row('unit', 0),
  faults: row('faults', 0),
  brandStatus: row('brandStatus', 0),
  zone: row('zone', 0, 1, 2),
  schedule: row('schedule', 0, 1, 2, 3, 4, 5, 6, 7, 8),
  splitSystem: row('splitSystem', 0),
  split: row('split', 0, 3),
  splitFavourite: row('splitFavourite', 0, 1, 2, 3),
  vrf: row('vrf', 1, 2),
  vrfFavourite: row('vrfFavourite', 0),
  irrigation: row('irrigation', 0),
  program: row('program', 0, 1),
  station: row('station', 0, 1, 2),
  power: row('power', 0),
  powerStatus: row('powerStatus', 0),
  lighting: row('lighting', 0),
  lamp: row('lamp', 0, 1),
  wallSwitch: row('wallSwitch', 0),
  lightFavourite: row('lightFavourite', 0, 1, 2, 3, 4, 5, 6, 7, 8),
  lampDiagnostics: row('lampDiagnostics', 0, 1),
  lightNetwork: row('lightNetwork', 0),
  lastButton: row('lastButton', 0),
};
