import type { DatagramOf, Datagrams } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { isSensed } from '@plenum/protocol/zone';

const returnAirSensor = enumerations.returnAirSensor;
const sysFan = enumerations.sysFan;
const zoneType = enumerations.zoneType;

/** An inconsistency in the setup of a house: a code and the facts for its sentence. */
export interface SetupProblem {
  readonly code: keyof typeof sentences;
  readonly facts: Readonly<Record<string, string | number>>;
  /** The sentence in English. */
  readonly sentence: string;
}

type Unit = DatagramOf<'unit'>;
type Zone = DatagramOf<'zone'>;
type Facts = SetupProblem['facts'];

const sentences = {
  'master-without-sensor': ({ zone }: Facts) =>
    `The master sensor controls the unit, but zone ${zone} has no sensor.`,
  'zones-without-sensor': () => 'The zones control the unit, but none has a sensor.',
  'constants-missing': ({ count, found }: Facts) =>
    `There should be ${count} constant zones, but ${found} are set up.`,
  'constant-number': ({ zone, number }: Facts) =>
    `Zone ${zone} is a constant zone, but its number ${number} does not exist in the installation.`,
  'constant-twice': ({ zone, number }: Facts) =>
    `Zone ${zone} has the constant number ${number} of another zone.`,
  'auto-without-sensor': ({ zone }: Facts) =>
    `Zone ${zone} should follow its temperature, but has no sensor.`,
  'balance-crossed': ({ zone }: Facts) => `The balance limits of zone ${zone} leave its damper no range.`,
  'airflow-outside-balance': ({ zone }: Facts) =>
    `The airflow limits of zone ${zone} lie outside its balance limits.`,
  'spill-unprotected': () =>
    'No zone is constant and the system does not switch off automatically: with every zone closed the unit blows against shut dampers.',
  'area-too-large': ({ area, whole }: Facts) =>
    `Constant zones should keep ${area} m² open, but all zones together have ${whole} m².`,
  'fan-auto-off': ({ favourite }: Facts) =>
    `Favourite ${favourite} uses fan auto, which the installation does not allow.`,
  'sensor-fault': ({ zone }: Facts) => `The sensor of zone ${zone} does not respond.`,
  'damper-fault': ({ zone }: Facts) => `The damper of zone ${zone} does not move.`,
  'generator-counted': ({ channel }: Facts) =>
    `Channel "${channel}" generates, but counts towards the consumption.`,
};

/** The codes of all setup problems. */
export const setupProblemCodes = Object.keys(sentences) as readonly (keyof typeof sentences)[];

export const toSetupProblem = (code: SetupProblem['code'], facts: Facts = {}): SetupProblem => ({
  code,
  facts,
  sentence: sentences[code](facts),
});

const { master, zones: byZones } = returnAirSensor.values;
const { constant, auto } = zoneType.values;

function* findControlProblems(unit: Unit, zones: readonly Zone[]): Generator<SetupProblem> {
  const { RAS, MasterZoneNo = 0 } = unit;
  const controlling = zones[MasterZoneNo];
  if (RAS === master && (controlling === undefined || !isSensed(controlling)))
    yield toSetupProblem('master-without-sensor', { zone: MasterZoneNo });
  if (RAS === byZones && !zones.some(isSensed)) yield toSetupProblem('zones-without-sensor');
}

function* findConstantProblems(unit: Unit, zones: readonly Zone[]): Generator<SetupProblem> {
  const constants = zones.filter(({ ZoneType }) => ZoneType === constant);
  const { NoOfConst: count } = unit;
  if (constants.length < count) yield toSetupProblem('constants-missing', { count, found: constants.length });
  for (const { Index: zone, Const: number } of constants) {
    if (number < 1 || number > count) yield toSetupProblem('constant-number', { zone, number });
    else if (constants.some((other) => other.Index < zone && other.Const === number))
      yield toSetupProblem('constant-twice', { zone, number });
  }
  if (zones.length > 0 && constants.length === 0 && unit.AutoOff === 0)
    yield toSetupProblem('spill-unprotected');
  const whole = zones.reduce((sum, { Area }) => sum + Area, 0);
  if (unit.CnstCtrlAreaEn === 1 && unit.CnstCtrlArea > whole)
    yield toSetupProblem('area-too-large', { area: unit.CnstCtrlArea, whole });
}

function* findZoneProblems(zone: Zone): Generator<SetupProblem> {
  const facts = { zone: zone.Index };
  if (zone.ZoneType === auto && !isSensed(zone)) yield toSetupProblem('auto-without-sensor', facts);
  if (zone.BalanceMin >= zone.BalanceMax) yield toSetupProblem('balance-crossed', facts);
  else if (zone.MinAir > zone.BalanceMax || zone.MaxAir < zone.BalanceMin)
    yield toSetupProblem('airflow-outside-balance', facts);
  if (zone.SensorFault === 1) yield toSetupProblem('sensor-fault', facts);
  if (zone.DmpFlt === 1) yield toSetupProblem('damper-fault', facts);
}

/** Yields the inconsistencies in the setup of a house, found in its components. */
export function* findSetupProblems({ unit: [unit], zone, schedule, power: [monitor] }: Datagrams) {
  if (unit !== undefined) {
    yield* findControlProblems(unit, zone);
    yield* findConstantProblems(unit, zone);
    for (const each of zone) yield* findZoneProblems(each);
    for (const { Name, Fan } of schedule)
      if (Name !== '' && unit.FanAutoEn === 0 && Fan === sysFan.values.auto)
        yield toSetupProblem('fan-auto-off', { favourite: Name });
  }
  for (const { Channels } of monitor?.Devices ?? [])
    for (const { Enabled, Generate, AddToTotal, Name } of Channels)
      if (Enabled === 1 && Generate === 1 && AddToTotal === 1)
        yield toSetupProblem('generator-counted', { channel: Name });
}
