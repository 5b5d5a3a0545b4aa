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

/** Refuses a command if the house has no ducted air conditioner. */
export const checkDucted = (draft: Draft, path: readonly string[]): RuleRefusal | undefined =>
  draft.datagrams.unit.length > 0
    ? undefined
    : refuse('not-installed', { path, facts: { noun: subsystems.ac.noun } });

/** The commands that operate the unit itself. */
export type UnitCommand = Extract<
  CommandTo<'unit'>,
  'SysOn' | 'SysMode' | 'SysFan' | 'SysSetpoint' | 'iSave' | 'SysSleepTimer'
>;

/** The flag that permits the controller to give each command (interface 2.2). */
const controlled: Readonly<Partial<Record<UnitCommand, keyof DatagramOf<'unit'>>>> = {
  SysOn: 'HvacOnOff',
  SysSleepTimer: 'HvacOnOff',
  SysMode: 'HvacMode',
  SysFan: 'HvacFan',
  SysSetpoint: 'HvacSetpoint',
};

/**
 * Refuses a command that the controller cannot give: all of them if it controls only zones (SysType 210), otherwise
 * those reserved for the unit's own controls (HvacOnOff, HvacMode, HvacFan, HvacSetpoint; interface 2.2).
 */
export function checkUnitControl(draft: Draft, name: UnitCommand, input: number): RuleRefusal | undefined {
  const path = [name];
  const missing = checkDucted(draft, path);
  if (missing !== undefined) return missing;
  const unit = draft.datagrams.unit[0]!;
  if (unit.SysType === 210) return refuse('no-unit-control', { path, input });
  const flag = controlled[name];
  if (flag === undefined || unit[flag] === 1) return undefined;
  return refuse('not-available', {
    path,
    input,
    facts: { what: 'named', name, reason: 'unit-keeps-control', flag },
  });
}

/** Refuses a setpoint (hundredths of a degree) outside the economy limits while they are locked (interface 2.2). */
export function checkEcoLock(
  draft: Draft,
  setpoint: number,
  path: readonly string[],
): RuleRefusal | undefined {
  const { EcoLock, EcoMin, EcoMax } = draft.datagrams.unit[0]!;
  if (EcoLock === 0 || (setpoint >= EcoMin && setpoint <= EcoMax)) return undefined;
  return refuse('eco-lock', { path, input: setpoint, facts: { min: EcoMin, max: EcoMax, ...celsius } });
}

/**
 * Returns the name of a value in a refusal: its label, or its number for the value that means "none" (Na, interface
 * 2.1).
 */
const nameOf = (of: Enumeration, value: number): string =>
  value === of.values['not available'] ? String(value) : labelOf(of, value);

/** A draft of a house's state, and the house. */
interface InHouse {
  readonly draft: Draft;
  readonly house: HouseFile;
}

/** Refuses a mode that this unit does not have. */
export function checkMode(
  { draft, house }: InHouse,
  mode: number,
  path: readonly string[],
): RuleRefusal | undefined {
  const { modes } = unitAbilities(house, draft.datagrams.unit[0]!);
  if (modes.includes(mode)) return undefined;
  const unitModes = labelsOf(sysMode, modes);
  return refuse('not-available', {
    path,
    input: mode,
    facts: { what: 'unit-mode', unitMode: nameOf(sysMode, mode), reason: 'unit-has-modes', unitModes },
  });
}

/** Refuses a fan speed that this unit does not have. */
export function checkFan(
  { draft, house }: InHouse,
  fan: number,
  path: readonly string[],
): RuleRefusal | undefined {
  const { fans } = unitAbilities(house, draft.datagrams.unit[0]!);
  if (fans.includes(fan)) return undefined;
  const unitFans = labelsOf(sysFan, fans);
  const about = { path, input: fan };
  // The label "non-gas heat" is not a speed: it selects the heat pump instead of the gas heater.
  return fan === sysFan.values['non-gas heat']
    ? refuse('not-available', {
        ...about,
        facts: { what: 'gasless-heating', reason: 'unit-fan-settings', unitFans },
      })
    : refuse('not-available', {
        ...about,
        facts: { what: 'unit-fan', unitFan: nameOf(sysFan, fan), reason: 'unit-has-fans', unitFans },
      });
}
