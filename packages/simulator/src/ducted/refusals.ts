import type { CommandTo } from '@plenum/protocol/command';
import type { DatagramOf } from '@plenum/protocol/component';
import { subsystems } from '@plenum/protocol/definition';
import { type Enumeration, enumerations } from '@plenum/protocol/field';
import { type RefusalFacts, refuse } from '@plenum/protocol/refusal';
import type { HouseFile } from '../house-schema/house.ts';
import type { Draft } from '../model/draft.ts';
import type { RuleRefusal } from '../model/rule.ts';
import { labelOf, labelsOf, unitAbilities } from './abilities.ts';

const { sysFan, sysMode } = enumerations;
const celsius: RefusalFacts = { unit: '°C', scale: 100 };

/** Refuses in a house without a ducted air conditioner. */
export const checkDucted = (draft: Draft, path: readonly string[]): RuleRefusal | undefined =>
  draft.datagrams.unit.length > 0
    ? undefined
    : refuse('not-installed', { path, facts: { noun: subsystems.ac.noun } });

/** A command that operates the unit itself. */
export type UnitCommand = Extract<
  CommandTo<'unit'>,
  'SysOn' | 'SysMode' | 'SysFan' | 'SysSetpoint' | 'iSave' | 'SysSleepTimer'
>;

/** The flag that says whether the controller may set what a command sets, and a word for it (interface 2.2). */
const controlled: Readonly<Partial<Record<UnitCommand, { flag: keyof DatagramOf<'unit'>; word: string }>>> = {
  SysOn: { flag: 'HvacOnOff', word: 'on and off' },
  SysSleepTimer: { flag: 'HvacOnOff', word: 'on and off' },
  SysMode: { flag: 'HvacMode', word: 'mode' },
  SysFan: { flag: 'HvacFan', word: 'fan' },
  SysSetpoint: { flag: 'HvacSetpoint', word: 'setpoint' },
};

/**
 * Refuses what the controller cannot command: anything where it controls zones only (SysType 210), else what is left to
 * the unit's own controls (HvacOnOff, HvacMode, HvacFan, HvacSetpoint; interface 2.2).
 */
export const checkUnitControl = (draft: Draft, name: UnitCommand, input: number): RuleRefusal | undefined => {
  const path = [name];
  const missing = checkDucted(draft, path);
  if (missing !== undefined) return missing;
  const unit = draft.datagrams.unit[0]!;
  if (unit.SysType === 210) return refuse('no-unit-control', { path, input });
  const held = controlled[name];
  if (held === undefined || unit[held.flag] === 1) return undefined;
  const why = `the unit's own controls say its ${held.word} (${held.flag} is 0)`;
  return refuse('not-available', { path, input, facts: { what: name, why } });
};

/** Refuses a setpoint (hundredths of a degree) outside the economy limits while they are locked (interface 2.2). */
export const checkEcoLock = (
  draft: Draft,
  setpoint: number,
  path: readonly string[],
): RuleRefusal | undefined => {
  const { EcoLock, EcoMin, EcoMax } = draft.datagrams.unit[0]!;
  if (EcoLock === 0 || (setpoint >= EcoMin && setpoint <= EcoMax)) return undefined;
  return refuse('eco-lock', { path, input: setpoint, facts: { min: EcoMin, max: EcoMax, ...celsius } });
};

/** How a refusal names a value: by its word, but for the one that stands for none (Na, interface 2.1), by its number. */
const nameOf = (of: Enumeration, value: number): string =>
  value === of.values['not available'] ? String(value) : labelOf(of, value);

/** A draft of the state of a house, and the house. */
interface InHouse {
  readonly draft: Draft;
  readonly house: HouseFile;
}

/** Refuses a mode this unit does not have. */
export const checkMode = (
  { draft, house }: InHouse,
  mode: number,
  path: readonly string[],
): RuleRefusal | undefined => {
  const { modes } = unitAbilities(house, draft.datagrams.unit[0]!);
  if (modes.includes(mode)) return undefined;
  const what = `Mode ${nameOf(sysMode, mode)}`;
  const why = `this unit has ${labelsOf(sysMode, modes)}`;
  return refuse('not-available', { path, input: mode, facts: { what, why } });
};

/** Refuses a fan speed this unit does not have. */
export const checkFan = (
  { draft, house }: InHouse,
  fan: number,
  path: readonly string[],
): RuleRefusal | undefined => {
  const { fans } = unitAbilities(house, draft.datagrams.unit[0]!);
  if (fans.includes(fan)) return undefined;
  const has = labelsOf(sysFan, fans);
  // Its word is no speed: the fan of the gas heater is left alone, and the heat pump heats.
  const [what, why] =
    fan === sysFan.values['non-gas heat']
      ? ['Heating without gas', `the fan settings of this unit are ${has}`]
      : [`Fan ${nameOf(sysFan, fan)}`, `this unit has ${has}`];
  return refuse('not-available', { path, input: fan, facts: { what, why } });
};
