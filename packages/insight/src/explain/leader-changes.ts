import { type DatagramOf, kinds } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { type Need, needOf } from '../status/activity.ts';
import { leaderOf } from '../status/unit.ts';
import type { Change, Figures } from './explanation.ts';
import { degrees, nameOf, word } from './figure.ts';
import type { ChangeCode } from './words.ts';

const sysMode = enumerations.sysMode;

type Unit = DatagramOf<'unit'>;
type Zone = DatagramOf<'zone'>;

export const change = (
  code: ChangeCode,
  figures: Figures = {},
  commands: Change['commands'] = [],
): Change => ({ code, figures, commands });

/** Distance from the setpoint, in hundredths of a degree, at which a thermostat certainly starts. */
const start = 100;
const { minimum = 0, maximum = 0, multipleOf = 1 } = kinds.zone.fields.properties.Setpoint;

/**
 * Returns the setpoint, in hundredths of a degree, at which the unit certainly cools or heats; undefined if no allowed
 * setpoint does.
 */
export function setpointFor(need: Need, temperature: number, unit: Unit): number | undefined {
  const { min, max } =
    unit.EcoLock === 1 ? { min: unit.EcoMin, max: unit.EcoMax } : { min: minimum, max: maximum };
  const setpoint =
    need === 'cool'
      ? Math.floor((temperature - start) / multipleOf) * multipleOf
      : Math.ceil((temperature + start) / multipleOf) * multipleOf;
  if (need === 'cool' ? setpoint < min : setpoint > max) return undefined;
  return Math.min(max, Math.max(min, setpoint));
}

/** Returns facts about the zone that controls the unit or, if there is none, about the unit's own setpoint. */
export function whoLeads(unit: Unit, zones: readonly Zone[]) {
  const leader = leaderOf(unit, zones);
  return {
    temperature: (leader ?? unit).Temp,
    isOwn: leader === undefined,
    runs: (need: Need) => needOf((leader ?? unit).Temp, (leader ?? unit).Setpoint) === need,
    figures: (setpoint: number): Figures => ({
      ...(leader && { leader: word(nameOf(leader)) }),
      setpoint: degrees(setpoint),
    }),
    command: (Setpoint: number) =>
      leader === undefined ? { SysSetpoint: Setpoint } : { ZoneSetpoint: { Index: leader.Index, Setpoint } },
  };
}

type Codes = Readonly<Record<Need, Readonly<Record<'unit' | 'zone', ChangeCode>>>>;

/**
 * Codes for changing the setpoint of the unit or of the controlling zone. Those of `withMode` also change the mode.
 */
export const alone: Codes = {
  cool: { unit: 'lower-unit', zone: 'lower-leader' },
  heat: { unit: 'raise-unit', zone: 'raise-leader' },
};
const withMode: Codes = {
  cool: { unit: 'cool-and-lower-unit', zone: 'cool-and-lower' },
  heat: { unit: 'heat-and-raise-unit', zone: 'heat-and-raise' },
};

/**
 * Returns the changes that make the unit cool or heat: its mode, and a setpoint that requires it. Returns none if the
 * unit starts automatically after its pause.
 */
export function makeUnitRun(unit: Unit, zones: readonly Zone[], need: Need): readonly Change[] {
  const value = sysMode.values[need];
  const leader = whoLeads(unit, zones);
  const isSet = unit.SysMode === value;
  if (!isSet && unit.HvacMode === 0) return [change('own-controls')];
  const mode = isSet ? [] : [{ SysMode: value }];
  if (leader.runs(need)) return [isSet ? change('wait') : change(need, {}, mode)];
  const setpoint = setpointFor(need, leader.temperature, unit);
  if (setpoint === undefined) return isSet ? [] : [change(need, {}, mode)];
  if (leader.isOwn && unit.HvacSetpoint === 0) return [change('own-controls')];
  const figures = leader.figures(setpoint);
  const commands = [...mode, leader.command(setpoint)];
  return [change((isSet ? alone : withMode)[need][leader.isOwn ? 'unit' : 'zone'], figures, commands)];
}
