import { type ComponentKind, type Datagrams, indexOf } from '@plenum/protocol/component';

/** The recorded fields of each kind of component, named `<kind>.<index>.<field>`; the unit has no index. */
const recorded = {
  unit: ['SysOn', 'SysMode', 'SysFan', 'Setpoint', 'Temp', 'Supply', 'InRh', 'InTVOC', 'IneCO2'],
  zone: ['Temp', 'Setpoint', 'Mode', 'DmpPos', 'Rh'],
  split: ['On', 'Mode', 'Setpoint'],
  vrf: ['On', 'Mode', 'Sp', 'Ra'],
} as const satisfies { readonly [K in ComponentKind]?: readonly string[] };

/** One number of an installation: the name of its series, and its value on the scale of the wire. */
export interface Reading {
  readonly name: string;
  readonly value: number | undefined;
}

const numberIn = (datagram: object, field: string): number | undefined => {
  const value = (datagram as Record<string, unknown>)[field];
  return typeof value === 'number' ? value : undefined;
};

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
    for (const [channel, { Pwr }] of Ch.entries())
      readings.push({ name: `power.${device}.${channel}.Pwr`, value: Pwr });
  return readings;
};
