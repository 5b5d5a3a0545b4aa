import { faultCodeOf, isFilterDue } from '@plenum/insight/status';
import {
  type ComponentKind,
  type ComponentRef,
  type DatagramOf,
  type Datagrams,
  indexOf,
} from '@plenum/protocol/component';
import type { EventFault } from '@plenum/protocol/extension';
import { enumerations } from '@plenum/protocol/field';
import { ductedUnit } from '@plenum/protocol/vrf';

const { battery, sensorType } = enumerations;

/** A value of a component whose changes are events: a setting by its field, or a fault. */
export interface Seen extends ComponentRef {
  readonly is: { readonly field: string } | { readonly fault: EventFault };
  /** For a fault its code, or the empty string if it has none; undefined if there is no fault. */
  readonly value: number | string | undefined;
}

type Faults = { readonly [K in EventFault]?: string | undefined };

const when = (isThere: boolean): string | undefined => (isThere ? '' : undefined);

/** The settings and faults to watch in the components of a kind. */
interface Watched {
  readonly kind: ComponentKind;
  /** The settings whose changes are events. */
  readonly settings: readonly string[];
  /** All fields that the watched values depend on. */
  readonly fields: readonly string[];
  readonly faultsOf: (datagram: object) => Faults;
}

/** Creates an entry; `faultsOf` returns the faults of a component from the fields `signs` alone. */
const watch = <K extends ComponentKind, F extends keyof DatagramOf<K> & string>(
  kind: K,
  {
    settings,
    signs,
    faultsOf,
  }: {
    readonly settings: readonly (keyof DatagramOf<K> & string)[];
    readonly signs: readonly F[];
    readonly faultsOf: (datagram: Pick<DatagramOf<K>, F>) => Faults;
  },
): Watched => ({
  kind,
  settings,
  fields: [...settings, ...signs],
  faultsOf: faultsOf as (datagram: object) => Faults,
});

const hasBattery = (type: number | undefined): boolean =>
  type !== sensorType.values.wired && type !== sensorType.values.none;

const unfaulted = (): Faults => ({});

const watched: readonly Watched[] = [
  watch('unit', {
    settings: ['SysOn', 'SysMode', 'Setpoint'],
    signs: ['ACError', 'Warnings'],
    faultsOf: ({ ACError, Warnings }) => ({
      unit: faultCodeOf(ACError),
      filter: when(isFilterDue({ Warnings })),
    }),
  }),
  watch('zone', {
    settings: ['Mode', 'Setpoint'],
    signs: ['SensorFault', 'DmpFlt', 'SensType', 'BattVolt'],
    faultsOf: ({ SensorFault, DmpFlt, SensType, BattVolt }) => ({
      sensor: when(SensorFault === 1),
      damper: when(DmpFlt === 1),
      battery: when(BattVolt === battery.values.empty && hasBattery(SensType)),
    }),
  }),
  watch('split', {
    settings: ['On', 'Mode', 'Setpoint'],
    signs: ['Att', 'Act'],
    faultsOf: ({ Att, Act }) => ({ silent: when(Att === 1 && Act === 0) }),
  }),
  watch('vrf', {
    settings: ['On', 'Mode', 'Sp'],
    signs: ['Er'],
    faultsOf: ({ Er }) => ({ unit: faultCodeOf(Er) }),
  }),
  watch('schedule', { settings: ['Enabled'], signs: [], faultsOf: unfaulted }),
  watch('splitFavourite', { settings: ['Enabled'], signs: [], faultsOf: unfaulted }),
  watch('vrfFavourite', { settings: ['Enabled'], signs: [], faultsOf: unfaulted }),
];

type Fields = Readonly<Record<string, unknown>>;

const seenOf = ({ kind, settings, faultsOf }: Watched, index: number, datagram: Fields): Seen[] => {
  const faults = faultsOf(datagram);
  return [
    ...settings.flatMap((field) => {
      const value = datagram[field];
      return typeof value === 'number' ? { kind, index, is: { field }, value } : [];
    }),
    ...(Object.keys(faults) as EventFault[]).map((fault) => ({
      kind,
      index,
      is: { fault },
      value: faults[fault],
    })),
  ];
};

const metersIn = (datagrams: Datagrams): Seen[] =>
  (datagrams.powerStatus[0]?.Dev ?? []).flatMap(({ Ok }, index) =>
    datagrams.power[0]?.Devices?.[index]?.Enabled === 1
      ? { kind: 'power', index, is: { fault: 'silent' }, value: Ok === 0 ? '' : undefined }
      : [],
  );

/** True if a component is unchanged in all fields that its watched values depend on. */
const isUnchanged = ({ kind, fields }: Watched, datagram: Fields, earlier: Fields | undefined): boolean =>
  datagram === earlier ||
  (earlier !== undefined &&
    indexOf(kind, earlier) === indexOf(kind, datagram) &&
    fields.every((field) => earlier[field] === datagram[field]));

/**
 * Returns the watched values of the components that may differ from an earlier state; without an earlier state, of all
 * components.
 */
export function seenIn(datagrams: Datagrams, before?: Datagrams): Seen[] {
  const seen: Seen[] = [];
  for (const each of watched) {
    const { kind } = each;
    for (const [place, datagram] of (datagrams[kind] as readonly object[] as readonly Fields[]).entries()) {
      if (isUnchanged(each, datagram, before?.[kind][place] as Fields | undefined)) continue;
      const index = indexOf(kind, datagram);
      // The ducted unit's VRF component repeats the settings of the unit.
      if (kind === 'vrf' && index === ductedUnit) continue;
      seen.push(...seenOf(each, index, datagram));
    }
  }
  if (before?.powerStatus !== datagrams.powerStatus || before?.power !== datagrams.power)
    seen.push(...metersIn(datagrams));
  return seen;
}
