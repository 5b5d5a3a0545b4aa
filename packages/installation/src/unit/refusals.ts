import { enumerations, type RefusalFacts, refuse, subsystems } from '@plenum/protocol';
import type { Draft } from '../draft.ts';
import type { Refused, RuleContext } from '../rule.ts';
import { abilitiesOf, toLabel, toLabels } from './abilities.ts';

const { sysFan, sysMode } = enumerations;
const celsius: RefusalFacts = { unit: '°C', scale: 100 };

/** Refuses in a house without a ducted air conditioner. */
export const checkDucted = (draft: Draft, path: readonly string[]): Refused | undefined =>
  draft.datagrams.unit.length > 0
    ? undefined
    : refuse('not-installed', { path, facts: { noun: subsystems.ac.noun } });

/** Refuses what a system that controls zones only cannot do (document 2.2, SysType 210). */
export const checkUnitControl = (draft: Draft, name: string, input: number): Refused | undefined => {
  const missing = checkDucted(draft, [name]);
  if (missing !== undefined) return missing;
  return draft.datagrams.unit[0]!.SysType === 210
    ? refuse('no-unit-control', { path: [name], input })
    : undefined;
};

/** Refuses a setpoint (hundredths of a degree) outside the economy limits while they are locked (document 2.2). */
export const checkEcoLock = (
  draft: Draft,
  setpoint: number,
  path: readonly string[],
): Refused | undefined => {
  const { EcoLock, EcoMin, EcoMax } = draft.datagrams.unit[0]!;
  if (EcoLock === 0 || (setpoint >= EcoMin && setpoint <= EcoMax)) return undefined;
  return refuse('eco-lock', { path, input: setpoint, facts: { min: EcoMin, max: EcoMax, ...celsius } });
};

/** Refuses a mode this unit does not have. */
export const checkMode = (
  { house }: RuleContext,
  mode: number,
  path: readonly string[],
): Refused | undefined => {
  const { modes } = abilitiesOf(house);
  if (modes.includes(mode)) return undefined;
  const what = `Mode ${toLabel(sysMode, mode)}`;
  const why = `this unit has ${toLabels(sysMode, modes)}`;
  return refuse('not-available', { path, input: mode, facts: { what, why } });
};

/** Refuses a fan speed this unit does not have. */
export const checkFan = (
  { house }: RuleContext,
  fan: number,
  path: readonly string[],
): Refused | undefined => {
  const { fans } = abilitiesOf(house);
  if (fans.includes(fan)) return undefined;
  const what = `Fan ${toLabel(sysFan, fan)}`;
  const why = `this unit has ${toLabels(sysFan, fans)}`;
  return refuse('not-available', { path, input: fan, facts: { what, why } });
};
