import { type DatagramOf, kinds } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { isSensed } from '@plenum/protocol/zone';
import { type Need, needOf, unitActivity } from '../status/activity.ts';
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
    index: leader?.Index,
    runs: (need: Need) => needOf((leader ?? unit).Temp, (leader ?? unit).Setpoint) === need,
    figures: (setpoint: number): Figures => ({
      ...(leader && { leader: word(nameOf(leader)) }),
      setpoint: degrees(setpoint),
    }),
    command: (Setpoint: number) =>
      leader === undefined ? { SysSetpoint: Setpoint } : { ZoneSetpoint: { Index: leader.Index, Setpoint } },
  };
}

/** The codes of the effects of cooling and heating on other rooms. */
const effectCodes = {
  cool: { lost: 'then-not-heated', gained: 'then-cooled-too' },
  heat: { lost: 'then-not-cooled', gained: 'then-heated-too' },
} as const;

/** The room that an explanation is about, if it is about one, and the room whose setpoint a change moves. */
interface Concerned {
  readonly here: number | undefined;
  readonly moved: number | undefined;
}

const { close, auto } = enumerations.zoneMode.values;

/**
 * Returns the effects on other rooms if the unit cools or heats: those that lose the air that they need, and those that get
 * air without needing it, because their damper stays open or their setpoint is moved.
 */
const effectsOf = (
  { unit, zones, need }: { readonly unit: Unit; readonly zones: readonly Zone[]; readonly need: Need },
  { here, moved }: Concerned,
): Pick<Change, 'effects'> => {
  const { lost, gained } = effectCodes[need];
  const opposite = need === 'cool' ? 'heat' : 'cool';
  const others = zones.filter(({ Index, Mode }) => Index !== here && Mode !== close);
  const needs = (zone: Zone) =>
    isSensed(zone) && zone.SensorFault !== 1 ? needOf(zone.Temp, zone.Setpoint) : undefined;
  const isServed = unit.SysMode === sysMode.values[opposite] || unitActivity(unit) === opposite;
  const losing = others.filter((zone) => isServed && needs(zone) === opposite);
  const gaining = others.filter(
    (zone) =>
      (here !== undefined && zone.Index === moved) ||
      (zone.Mode !== auto && zone.DmpPos > 0 && needs(zone) !== need),
  );
  const effects = [
    { code: lost, rooms: losing },
    { code: gained, rooms: gaining },
  ]
    .filter(({ rooms }) => rooms.length > 0)
    .map(({ code, rooms }) => ({ code, figures: { others: word(rooms.map(nameOf).join(', ')) } }));
  return effects.length === 0 ? {} : { effects };
};

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
 * Returns the changes that make the unit cool or heat: its mode, and a setpoint that requires it, with their effects on
 * rooms other than `here`. Returns none if the unit starts automatically after its pause.
 */
export function makeUnitRun(
  unit: Unit,
  need: Need,
  { zones, here }: { readonly zones: readonly Zone[]; readonly here?: number },
): readonly Change[] {
  const value = sysMode.values[need];
  const leader = whoLeads(unit, zones);
  const isSet = unit.SysMode === value;
  if (!isSet && unit.HvacMode === 0) return [change('own-controls')];
  const mode = isSet ? [] : [{ SysMode: value }];
  const withEffects = (one: Change, moved?: number): Change => ({
    ...one,
    ...effectsOf({ unit, zones, need }, { here, moved }),
  });
  if (leader.runs(need)) return [isSet ? change('wait') : withEffects(change(need, {}, mode))];
  const setpoint = setpointFor(need, leader.temperature, unit);
  if (setpoint === undefined) return isSet ? [] : [withEffects(change(need, {}, mode))];
  if (leader.isOwn && unit.HvacSetpoint === 0) return [change('own-controls')];
  const figures = leader.figures(setpoint);
  const commands = [...mode, leader.command(setpoint)];
  const code = (isSet ? alone : withMode)[need][leader.isOwn ? 'unit' : 'zone'];
  return [withEffects(change(code, figures, commands), leader.index)];
}
