import {
  type ComponentKind,
  type DatagramOf,
  type Datagrams,
  findDatagram,
  indexOf,
  kinds,
} from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { ductedUnit } from '@plenum/protocol/vrf';
import { isSensed } from '@plenum/protocol/zone';
import { faultCodeOf } from '../status/fault-code.ts';
import { isFilterDue } from '../status/filter-due.ts';
import { type AlertCode, alertCodes, type ComponentAlert, type ComponentAlerts } from './component-alert.ts';

const battery = enumerations.battery;
const powerBattery = enumerations.powerBattery;
const rfSignal = enumerations.rfSignal;
const sensorType = enumerations.sensorType;
const stationError = enumerations.stationError;

const componentAlert = (
  code: AlertCode,
  more: Omit<ComponentAlert, 'code' | 'about'> = {},
): ComponentAlert => ({
  code,
  about: alertCodes[code].about,
  ...more,
});

const when = (
  isThere: boolean,
  code: AlertCode,
  more?: Omit<ComponentAlert, 'code' | 'about'>,
): ComponentAlert[] => (isThere ? [componentAlert(code, more)] : []);

const ofUnit = (unit: DatagramOf<'unit'>): readonly ComponentAlert[] => {
  const fault = faultCodeOf(unit.ACError);
  return [
    ...(fault === undefined ? [] : [componentAlert('unit-fault', { fault })]),
    ...when(isFilterDue(unit), 'filter-due'),
    ...when(unit.LockStatus === 1, 'keys-locked'),
    ...when(unit.EcoLock === 1, 'economy-lock', { limits: { from: unit.EcoMin, to: unit.EcoMax } }),
  ];
};

/** Returns the alerts of a radio sensor; none for a wired one, which has neither battery nor radio. */
const ofSensor = (zone: DatagramOf<'zone'>): readonly ComponentAlert[] => {
  if (!isSensed(zone) || zone.SensType === sensorType.values.wired) return [];
  return [
    ...when(zone.BattVolt === battery.values.empty, 'battery-empty'),
    ...when(zone.BattVolt === battery.values.half, 'battery-half'),
    ...when(zone.RfSignal === rfSignal.values.none, 'no-signal'),
    ...when(zone.RfSignal === rfSignal.values.quarter, 'weak-signal'),
  ];
};

const ofZone = (zone: DatagramOf<'zone'>): readonly ComponentAlert[] => [
  ...when(zone.SensorFault === 1, 'sensor-fault'),
  ...when(zone.DmpFlt === 1, 'damper-fault'),
  ...ofSensor(zone),
];

const ofVrf = ({ Er, C325, Ac, Cvrf }: DatagramOf<'vrf'>): readonly ComponentAlert[] => {
  const fault = faultCodeOf(Er);
  return [
    ...(fault === undefined ? [] : [componentAlert('fan-coil-fault', { fault })]),
    ...when(C325 === 0 || Ac === 0 || Cvrf === 0, 'not-connected'),
  ];
};

const ofStation = ({ Error: wire }: DatagramOf<'station'>): readonly ComponentAlert[] => {
  if (wire === stationError.values.open) return [componentAlert('wire-open')];
  if (wire === stationError.values.short) return [componentAlert('wire-short')];
  return wire === 0 || wire === undefined ? [] : [componentAlert('wire-fault', { number: wire })];
};

const ofPower = (
  { Devices }: DatagramOf<'power'>,
  status: DatagramOf<'powerStatus'> | undefined,
): readonly ComponentAlert[] =>
  (status?.Dev ?? []).flatMap(({ Ok, Batt }, place) => {
    const found = Devices?.[place];
    if (found?.Enabled !== 1) return [];
    const meter = { place, name: found.Name };
    if (Ok === 0) return [componentAlert('meter-silent', { meter })];
    const isLow = Batt === powerBattery.values.low || Batt === powerBattery.values.critical;
    return when(isLow, 'meter-battery', { meter });
  });

type Status = DatagramOf<'powerStatus'> | undefined;
type Find = {
  readonly [K in ComponentKind]?: (one: DatagramOf<K>, status: Status) => readonly ComponentAlert[];
};

const byKind = {
  unit: ofUnit,
  zone: ofZone,
  split: ({ Att, Act }) => when(Att === 1 && Act === 0, 'no-answer'),
  vrf: ofVrf,
  irrigation: ({ CtrlErr }) => when((CtrlErr ?? 0) !== 0, 'controller-fault', { number: CtrlErr }),
  station: ofStation,
  power: ofPower,
} as const satisfies Find;

/** The kinds of components that can have alerts, in the order of the list. */
const watched = Object.keys(byKind) as readonly (keyof typeof byKind)[];

/**
 * Returns the alerts of a component, the most serious first. Alerts of power meters belong to the power status. Uses
 * only the datagrams, so that page, bridge and cloud agree.
 */
export const componentAlertsOf = <K extends ComponentKind>(
  kind: K,
  datagram: DatagramOf<K>,
  status?: Status,
): readonly ComponentAlert[] => (byKind as Find)[kind]?.(datagram, status) ?? [];

const alertsOfKind = <K extends ComponentKind>(kind: K, datagrams: Datagrams): readonly ComponentAlerts[] => {
  const list: readonly DatagramOf<K>[] = datagrams[kind];
  return list.flatMap((datagram) => {
    const index = indexOf(kind, datagram);
    // The ducted fan-coil repeats the fault of the unit.
    const isRepeated = kind === 'vrf' && index === ductedUnit && datagrams.unit.length > 0;
    const alerts = componentAlertsOf(kind, datagram, datagrams.powerStatus[0]).filter(
      ({ code }) => !isRepeated || code !== 'fan-coil-fault',
    );
    return alerts.length === 0 ? [] : [{ kind, index, alerts }];
  });
};

/** Returns the components of a house that have alerts. */
export const alertsByComponent = (datagrams: Datagrams): readonly ComponentAlerts[] =>
  watched.flatMap((kind) => alertsOfKind(kind, datagrams));

/** The name of the ducted unit. Its own name, `Tag1`, is the name of the house. */
export const unitName = 'Air conditioner';

/** Returns the name of a component, or the name of its kind with its number. */
export function nameOf(datagrams: Datagrams, kind: ComponentKind, index: number): string {
  if (kind === 'unit') return unitName;
  const { Name, Tag1 } = (findDatagram(datagrams, kind, index) ?? {}) as { Name?: string; Tag1?: string };
  return Name?.trim() || Tag1?.trim() || `${kinds[kind].name} ${index}`;
}
