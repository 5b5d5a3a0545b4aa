import { type ComponentKind, type DatagramOf, isSensed } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { faultCodeOf } from '@plenum/protocol/status';
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
const codeHelp = (code: string, what: string) =>
  `${code} is a code of the manufacturer of ${what}; its service manual explains it. Switch the unit off at its isolator for some minutes and on again. If the code comes back, tell your installer the code and when it appeared.`;

const batteryHelp =
  'Replace the batteries of this room’s sensor; until then its temperature may be out of date.';
const signalHelp =
  'Move the sensor nearer to the controller or away from metal, and try new batteries; until the signal is back, its temperature may be out of date.';

const unitWarnings = (unit: DatagramOf<'unit'>, scale: Scale): readonly Warning[] => {
  const code = faultCodeOf(unit.ACError);
  const limits = [unit.EcoMin, unit.EcoMax].map((limit) => `${formatSetpoint(limit, scale)}°`).join(' to ');
  return [
    ...(code === undefined ? [] : [fault(`Fault ${code}: the unit has stopped`, codeHelp(code, 'the unit'))]),
    ...(unit.Warnings.trim() === 'filter'
      ? [
          note(
            'The air filter is due to be cleaned',
            'Clean it, then clear the reminder at the wall controller.',
          ),
        ]
      : []),
    ...(unit.LockStatus === 1
      ? [
          note(
            'The wall controller is locked',
            'Its buttons do nothing until it is unlocked there; this page still works.',
          ),
        ]
      : []),
    ...(unit.EcoLock === 1
      ? [
          note(
            `Economy lock: setpoints stay within ${limits}`,
            'Other setpoints are refused. The lock is set and removed at the wall controller.',
          ),
        ]
      : []),
  ];
};

const zoneWarnings = (zone: DatagramOf<'zone'>): readonly Warning[] => {
  const warnings: Warning[] = [];
  if (zone.SensorFault === 1)
    warnings.push(
      fault(
        'Sensor fault: the temperature is not reliable',
        'Check the sensor and its batteries or wire. Until it measures again, open or close the room by hand.',
      ),
    );
  if (zone.DmpFlt === 1)
    warnings.push(
      fault(
        'Damper fault: it does not move',
        'The room gets the air that its damper lets through in this position. An installer has to check its motor and its cable in the ceiling.',
      ),
    );
  if (!isSensed(zone) || zone.SensType === sensorType.values.wired) return warnings;
  if (zone.BattVolt === battery.values.empty)
    warnings.push({ about: 'battery', title: 'Sensor battery empty', help: batteryHelp });
  else if (zone.BattVolt === battery.values.half)
    warnings.push({ about: 'battery', title: 'Sensor battery half empty', help: batteryHelp });
  if (zone.RfSignal === rfSignal.values.none)
    warnings.push({ about: 'signal', title: 'No radio signal from the sensor', help: signalHelp });
  else if (zone.RfSignal === rfSignal.values.quarter)
    warnings.push({ about: 'signal', title: 'Weak radio signal', help: signalHelp });
  return warnings;
};

const splitWarnings = ({ Att, Act }: DatagramOf<'split'>): readonly Warning[] =>
  Att === 1 && Act === 0
    ? [
        fault(
          'Does not answer',
          'The values shown are the last it reported, and commands are refused. Check that the unit has power; if it has, pair it with its module again.',
        ),
      ]
    : [];

const vrfWarnings = ({ Er, C325, Ac, Cvrf }: DatagramOf<'vrf'>): readonly Warning[] => {
  const code = faultCodeOf(Er);
  const isCut = C325 === 0 || Ac === 0 || Cvrf === 0;
  return [
    ...(code === undefined
      ? []
      : [fault(`Fault ${code}: the unit has stopped`, codeHelp(code, 'the fan-coil'))]),
    ...(isCut
      ? [
          fault(
            'Not connected',
            'Its module or its wire does not answer. Check their power; then call the installer.',
          ),
        ]
      : []),
  ];
};

const wireHelp =
  'The station is skipped. Look at the joints at its valve first, then at the coil of the valve; wet joints are the usual cause.';

const stationWarnings = ({ Error: wire }: DatagramOf<'station'>): readonly Warning[] => {
  if (wire === stationError.values.open) return [fault('Wire open: no current reaches the valve', wireHelp)];
  if (wire === stationError.values.short) return [fault('Wire short: too much current flows', wireHelp)];
  return wire === 0 ? [] : [fault(`Wire fault ${wire}`, `This fault is unknown. ${wireHelp}`)];
};

const irrigationWarnings = ({ CtrlErr }: DatagramOf<'irrigation'>): readonly Warning[] =>
  CtrlErr === 0
    ? []
    : [
        fault(
          `Controller ${CtrlErr} reports an error`,
          'Its stations may not be watered. Check its power and the cable between the controllers; its own display shows the error.',
        ),
      ];

const powerWarnings = (
  { Devices }: DatagramOf<'power'>,
  status: DatagramOf<'powerStatus'> | undefined,
): readonly Warning[] =>
  (status?.Dev ?? []).flatMap(({ Ok, Batt }, place) => {
    const meter = Devices[place];
    if (meter?.Enabled !== 1) return [];
    const name = meterName(meter.Name, place);
    if (Ok === 0)
      return [
        fault(
          `${name} does not answer`,
          'Its channels show nothing until it reports again. Check its batteries, and that it is not too far away.',
        ),
      ];
    const isLow = Batt === powerBattery.values.low || Batt === powerBattery.values.critical;
    return isLow
      ? [
          {
            about: 'battery' as const,
            title: `${name}: battery low`,
            help: 'Replace the batteries of the meter.',
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
