import { type ComponentKind, type ComponentRef, type Datagrams, indexOf } from '@plenum/protocol/component';
import type { EventFault } from '@plenum/protocol/extension';
import { faultCodeOf } from '@plenum/protocol/status';
import { ductedUnit } from '@plenum/protocol/vrf';

/** A value of a component whose changes are events: a setting by its field, or what is wrong. */
export interface Seen extends ComponentRef {
  readonly is: { readonly field: string } | { readonly fault: EventFault };
  /** Of a fault its code, or the empty text where it has none; undefined where there is no fault. */
  readonly value: number | string | undefined;
}

/** The settings whose changes are events. */
const settings = {
  unit: ['SysOn', 'SysMode', 'Setpoint'],
  zone: ['Mode', 'Setpoint'],
  split: ['On', 'Mode', 'Setpoint'],
  vrf: ['On', 'Mode', 'Sp'],
} as const satisfies { readonly [K in ComponentKind]?: readonly string[] };

type Faults = { readonly [K in EventFault]?: string | undefined };

const whenSet = (flag: unknown): string | undefined => (flag === 1 ? '' : undefined);

/** What is wrong with a component of each kind. */
const faultsOf: { readonly [K in ComponentKind]?: (datagram: Datagrams[K][number]) => Faults } = {
  unit: ({ ACError }) => ({ unit: faultCodeOf(ACError) }),
  zone: ({ SensorFault, DmpFlt }) => ({ sensor: whenSet(SensorFault), damper: whenSet(DmpFlt) }),
  split: ({ Att, Act }) => ({ silent: Att === 1 && Act === 0 ? '' : undefined }),
  vrf: ({ Er }) => ({ unit: faultCodeOf(Er) }),
};

const settingsIn = (kind: ComponentKind, index: number, datagram: object): Seen[] =>
  ((settings as Record<string, readonly string[]>)[kind] ?? []).flatMap((field) => {
    const value = (datagram as Record<string, unknown>)[field];
    return typeof value === 'number' ? { kind, index, is: { field }, value } : [];
  });

const faultsIn = (kind: ComponentKind, index: number, datagram: object): Seen[] => {
  const faults = faultsOf[kind]?.(datagram as never) ?? {};
  return (Object.keys(faults) as EventFault[]).map((fault) => ({
    kind,
    index,
    is: { fault },
    value: faults[fault],
  }));
};

const metersIn = (datagrams: Datagrams): Seen[] =>
  (datagrams.powerStatus[0]?.Dev ?? []).flatMap(({ Ok }, index) =>
    datagrams.power[0]?.Devices?.[index]?.Enabled === 1
      ? { kind: 'power', index, is: { fault: 'silent' }, value: Ok === 0 ? '' : undefined }
      : [],
  );

const seenKinds = ['unit', 'zone', 'split', 'vrf'] as const;

/** What is seen of the components that differ from an earlier state, of all where there is none. */
export const seenIn = (datagrams: Datagrams, before?: Datagrams): Seen[] => {
  const ofComponents = seenKinds.flatMap((kind) =>
    (datagrams[kind] as readonly object[]).flatMap((datagram, place) => {
      if (before?.[kind][place] === datagram) return [];
      const index = indexOf(kind, datagram as never);
      // It repeats the settings of the unit.
      if (kind === 'vrf' && index === ductedUnit) return [];
      return [...settingsIn(kind, index, datagram), ...faultsIn(kind, index, datagram)];
    }),
  );
  if (before?.powerStatus === datagrams.powerStatus && before?.power === datagrams.power) return ofComponents;
  return [...ofComponents, ...metersIn(datagrams)];
};
