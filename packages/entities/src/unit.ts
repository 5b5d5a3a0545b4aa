import {
  faultCodeOf,
  isFilterDue,
  leaderOf,
  matchesFavourite,
  toLabel,
  unitStatus,
} from '@plenum/insight/status';
import type { DatagramOf } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import { climateModes, toAction, writeDegrees } from './climate.ts';
import { entityKind } from './entity.ts';
import { noPreset, presetNames } from './favourite.ts';
import {
  derived,
  type EntityMember,
  type HouseState,
  inOrder,
  membersOf,
  press,
  toWanted,
} from './member.ts';
import { readWord, toPlainValue } from './value.ts';

type Unit = DatagramOf<'unit'>;
const { sysMode, sysFan, fanAutoType, cpuType } = enumerations;
const fanTypes = fanAutoType.values;
const { field, shown } = membersOf('unit');
const labelOf = ({ SysMode }: Unit) =>
  Object.entries(sysMode.values).find(([, value]) => value === SysMode)?.[0];

/** Returns the modes that can be chosen for a unit, in the terms of the interface. */
const modeWords = ({ CpuType }: Unit): readonly (keyof typeof sysMode.values)[] =>
  CpuType === cpuType.values.evaporative ? ['cool', 'vent', 'auto'] : ['auto', 'cool', 'heat', 'dry', 'vent'];

/** Returns the modes of a unit, in the terms of a climate device. */
export const unitClimateModes = (unit: Unit): readonly string[] => [
  'off',
  ...modeWords(unit).map((word) => climateModes[word]!),
];

/** The fan speeds of each type of fan. */
const fanSpeeds: Readonly<Record<number, readonly (keyof typeof sysFan.values)[]>> = {
  [fanTypes['two-speed']]: ['low', 'high'],
  [fanTypes['three-speed']]: ['low', 'medium', 'high'],
  [fanTypes.variable]: ['low', 'medium', 'high'],
  [fanTypes['four-speed']]: ['low', 'medium', 'high', 'top'],
};

/** Returns the fan speeds of a unit, always including the current one. */
export function unitFans({ FanAutoType, FanAutoEn, SysFan }: Unit): readonly string[] {
  const speeds = fanSpeeds[FanAutoType] ?? ['low', 'medium', 'high'];
  const all: string[] = FanAutoEn === 0 ? [...speeds] : ['auto', ...speeds];
  const present = Object.entries(sysFan.values).find(([, value]) => value === SysFan)?.[0];
  return present === undefined || all.includes(present) ? all : [...all, present];
}

/** The choices for the sleep timer, in minutes. */
export const sleepChoices = [0, 30, 60, 90, 120] as const;

const status = (unit: Unit, { datagrams }: HouseState) => unitStatus(unit, datagrams.zone);

const setMode: EntityMember<Unit>['write'] = (typed, unit) => {
  const word = readWord(typed, unitClimateModes(unit));
  if (!word.ok) return word;
  if (word.value === 'off') return toWanted('SysOn', 0);
  const mode = modeWords(unit).find((each) => climateModes[each] === word.value)!;
  return inOrder(toWanted('SysMode', sysMode.values[mode]), toWanted('SysOn', 1));
};

/** Returns the name of the favourite whose settings the house has; `none` if it has those of no favourite. */
const readPreset = (unit: Unit, { datagrams: { schedule, zone } }: HouseState): string => {
  const names = presetNames(schedule);
  const found = schedule.find((one) => names.has(one.Index) && matchesFavourite(one, unit, zone));
  return found === undefined ? noPreset : names.get(found.Index)!;
};

/** Starts the favourite with a name. No preset changes nothing. */
const setPreset: EntityMember<Unit>['write'] = (typed, _, { datagrams: { schedule } }) => {
  const names = presetNames(schedule);
  const word = readWord(typed, [noPreset, ...names.values()]);
  if (!word.ok) return word;
  const [index] = [...names].find(([, name]) => name === word.value) ?? [];
  return index === undefined ? inOrder() : toWanted('FavouriteSet', index + 1);
};

const target = (unit: Unit, { datagrams }: HouseState) => leaderOf(unit, datagrams.zone) ?? unit;

/** The ducted unit (interface 2.2). */
export const unitEntity = entityKind<Unit>(
  'unit',
  ({ unit }) => unit.map((source) => ({ ids: [], source })),
  {
    name: shown('Tag1'),
    on: field('SysOn'),
    mode: field('SysMode'),
    fan: field('SysFan'),
    climate_mode: derived(
      (unit) => (unit.SysOn === 1 ? (climateModes[labelOf(unit) ?? ''] ?? null) : 'off'),
      {
        write: setMode,
      },
    ),
    preset: derived(readPreset, { write: setPreset }),
    action: derived((unit, house) => {
      const { code, activity } = status(unit, house);
      return code === 'unknown' ? null : toAction(activity, code === 'drying');
    }),
    status: derived((unit, house) => toLabel(status(unit, house), writeDegrees)),
    setpoint: field('Setpoint'),
    target: derived((unit, house) => toPlainValue(shown('Setpoint').field!, target(unit, house).Setpoint), {
      unit: 'celsius',
    }),
    target_set_by: derived((unit, { datagrams }) => {
      const leader = leaderOf(unit, datagrams.zone);
      return leader === undefined ? 'Unit' : leader.Name?.trim() || `Zone ${leader.Index}`;
    }),
    temperature: field('Temp'),
    supply: field('Supply'),
    humidity: field('InRh'),
    co2: field('IneCO2'),
    tvoc: field('InTVOC'),
    sleep_timer: field('SleepTimer'),
    sleep_choice: derived(({ SleepTimer }) =>
      (sleepChoices as readonly number[]).includes(SleepTimer) ? String(SleepTimer) : null,
    ),
    sleep_timer_left: shown('SleepTimer'),
    isave: field('iSaveOn'),
    economy_lock: shown('EcoLock'),
    filter: derived((unit) => (unit.Warnings === undefined ? null : isFilterDue(unit) ? 'due' : 'ok')),
    reset_filter: press(() => toWanted('ResetWarning', 'filter')),
    fault: derived(({ ACError }) => faultCodeOf(ACError) ?? 'none'),
    has_fault: derived(({ ACError }) => (faultCodeOf(ACError) === undefined ? 'off' : 'on')),
  },
  ({ zone, schedule }) => [zone, schedule],
);

type Faults = DatagramOf<'faults'>;

/** Returns the recorded faults of a unit, newest first; an unused entry has an empty code. */
const recorded = ({ Faults = [] }: Faults) => Faults.filter(({ Code }) => (Code ?? '').trim() !== '');

const two = (part: number) => String(part).padStart(2, '0');

const atOf = ({ Y, M, D, H, Min }: Faults['Faults'][number]): string =>
  `${Y}-${two(M)}-${two(D)} ${two(H)}:${two(Min)}`;

/** The fault history of the ducted unit (wire facts 2). */
export const faultsEntity = entityKind<Faults>(
  'faults',
  ({ faults }) => faults.map((source) => ({ ids: [], source })),
  {
    last: derived((faults) => recorded(faults)[0]?.Code.trim() ?? 'none'),
    last_at: derived((faults) => recorded(faults).map(atOf)[0] ?? null),
    history: derived((faults) =>
      recorded(faults)
        .map((fault) => `${fault.Code.trim()} ${atOf(fault)}`)
        .join(', '),
    ),
  },
);
