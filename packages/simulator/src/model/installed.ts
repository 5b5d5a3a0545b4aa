import { type Datagrams, indexOf } from '@plenum/protocol/component';

type Installed = (datagrams: Datagrams) => readonly number[];

const allOf =
  (kind: 'zone' | 'split' | 'vrf' | 'station'): Installed =>
  (datagrams) =>
    datagrams[kind].map((datagram) => indexOf(kind, datagram));

const attached = (list: readonly { readonly Index: number; readonly Att: number }[]): readonly number[] =>
  list.filter(({ Att }) => Att === 1).map(({ Index }) => Index);

/** Returns the installed components of each kind that commands select by index, keyed by the noun of the index. */
export const installed = {
  zone: allOf('zone'),
  split: allOf('split'),
  unit: allOf('vrf'),
  station: allOf('station'),
  device: ({ power: [monitor] }) => [...(monitor?.Devices ?? []).keys()],
  lamp: ({ lamp }) => attached(lamp),
  switch: ({ wallSwitch }) => attached(wallSwitch),
} satisfies Readonly<Record<string, Installed>>;
