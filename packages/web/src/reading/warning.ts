import { type ComponentKind, type DatagramOf, isSensed } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { faultCodeOf } from '@plenum/protocol/status';
import { t } from '../text/text.ts';
import { meterName } from './power.ts';
import { formatSetpoint, type Scale } from './temperature.ts';

/** Something a person should know about a component, and what they can do. */
export interface Warning {
  readonly about: 'fault' | 'battery' | 'signal' | 'note';
  readonly title: string;
  readonly help: string;
}

const { battery, rfSignal, sensorType, powerBattery, stationError } = enumerations;

const fault = (says: string, help: string): Warning => ({ about: 'fault', title: says, help });
const note = (says: string, help: string): Warning => ({ about: 'note', title: says, help });

/** Fault codes differ by maker and are not public; the interface carries three characters (interface 2.2, 2.7). */
const codeHelp = (code: string, what: string) => t('warning.codeHelp', { code, what });

const unitWarnings = (unit: DatagramOf<'unit'>, scale: Scale): readonly Warning[] => {
  const code = faultCodeOf(unit.ACError);
  const [from, to] = [unit.EcoMin, unit.EcoMax].map((limit) => `${formatSetpoint(limit, scale)}°`);
  const limits = t('reading.setpointRange', { from: from!, to: to! });
  return [
    ...(code === undefined
      ? []
      : [fault(t('warning.stopped', { code }), codeHelp(code, t('warning.ofUnit')))]),
    ...(unit.Warnings.trim() === 'filter' ? [note(t('warning.filter'), t('warning.filterHelp'))] : []),
    ...(unit.LockStatus === 1 ? [note(t('warning.locked'), t('warning.lockedHelp'))] : []),
    ...(unit.EcoLock === 1 ? [note(t('warning.eco', { limits }), t('warning.ecoHelp'))] : []),
  ];
};

const zoneWarnings = (zone: DatagramOf<'zone'>): readonly Warning[] => {
  const warnings: Warning[] = [];
  if (zone.SensorFault === 1) warnings.push(fault(t('warning.sensor'), t('warning.sensorHelp')));
  if (zone.DmpFlt === 1) warnings.push(fault(t('warning.damper'), t('warning.damperHelp')));
  if (!isSensed(zone) || zone.SensType === sensorType.values.wired) return warnings;
  if (zone.BattVolt === battery.values.empty)
    warnings.push({ about: 'battery', title: t('warning.batteryEmpty'), help: t('warning.batteryHelp') });
  else if (zone.BattVolt === battery.values.half)
    warnings.push({ about: 'battery', title: t('warning.batteryHalf'), help: t('warning.batteryHelp') });
  if (zone.RfSignal === rfSignal.values.none)
    warnings.push({ about: 'signal', title: t('warning.noSignal'), help: t('warning.signalHelp') });
  else if (zone.RfSignal === rfSignal.values.quarter)
    warnings.push({ about: 'signal', title: t('warning.weakSignal'), help: t('warning.signalHelp') });
  return warnings;
};

const splitWarnings = ({ Att, Act }: DatagramOf<'split'>): readonly Warning[] =>
  Att === 1 && Act === 0 ? [fault(t('warning.noAnswer'), t('warning.noAnswerHelp'))] : [];

const vrfWarnings = ({ Er, C325, Ac, Cvrf }: DatagramOf<'vrf'>): readonly Warning[] => {
  const code = faultCodeOf(Er);
  const isCut = C325 === 0 || Ac === 0 || Cvrf === 0;
  return [
    ...(code === undefined
      ? []
      : [fault(t('warning.stopped', { code }), codeHelp(code, t('warning.ofFanCoil')))]),
    ...(isCut ? [fault(t('warning.notConnected'), t('warning.notConnectedHelp'))] : []),
  ];
};

const stationWarnings = ({ Error: wire }: DatagramOf<'station'>): readonly Warning[] => {
  if (wire === stationError.values.open) return [fault(t('warning.wireOpen'), t('warning.wireHelp'))];
  if (wire === stationError.values.short) return [fault(t('warning.wireShort'), t('warning.wireHelp'))];
  return wire === 0
    ? []
    : [fault(t('warning.wireFault', { wire }), t('warning.unknownFault', { help: t('warning.wireHelp') }))];
};

const irrigationWarnings = ({ CtrlErr }: DatagramOf<'irrigation'>): readonly Warning[] =>
  CtrlErr === 0 ? [] : [fault(t('warning.controller', { controller: CtrlErr }), t('warning.controllerHelp'))];

const powerWarnings = (
  { Devices }: DatagramOf<'power'>,
  status: DatagramOf<'powerStatus'> | undefined,
): readonly Warning[] =>
  (status?.Dev ?? []).flatMap(({ Ok, Batt }, place) => {
    const meter = Devices[place];
    if (meter?.Enabled !== 1) return [];
    const name = meterName(meter.Name, place);
    if (Ok === 0) return [fault(t('warning.meterSilent', { name }), t('warning.meterSilentHelp'))];
    const isLow = Batt === powerBattery.values.low || Batt === powerBattery.values.critical;
    return isLow
      ? [
          {
            about: 'battery' as const,
            title: t('warning.meterBattery', { name }),
            help: t('warning.meterBatteryHelp'),
          },
        ]
      : [];
  });

type Status = DatagramOf<'powerStatus'> | undefined;
type Warn = {
  readonly [K in ComponentKind]?: (one: DatagramOf<K>, scale: Scale, status: Status) => readonly Warning[];
};

const byKind: Warn = {
  unit: unitWarnings,
  zone: zoneWarnings,
  split: splitWarnings,
  vrf: vrfWarnings,
  station: stationWarnings,
  irrigation: irrigationWarnings,
  power: (power, _, status) => powerWarnings(power, status),
};

/**
 * The warnings of a component, the most serious first, with temperatures in the reader's scale. The warnings of power
 * meters are in the power status.
 */
export const warningsOf = <K extends ComponentKind>(
  kind: K,
  datagram: DatagramOf<K>,
  scale: Scale,
  status?: Status,
): readonly Warning[] => byKind[kind]?.(datagram, scale, status) ?? [];
