import { type Enumeration, enumerations } from '@plenum/protocol/field';
import { toValue } from '../house/fields.ts';
import { type HouseFile, oncePerHouse } from '../house/house.ts';

const { sysFan, sysMode } = enumerations;

/** Modes and fans of a unit without any in its house file: a reverse-cycle heat pump, or an evaporative cooler. */
const defaultModes = ['cool', 'heat', 'vent', 'dry', 'auto'] as const;
const defaultEvaporativeModes = ['cool', 'vent', 'auto', 'exhaust', 'pump only'] as const;
const defaultFans = ['low', 'medium', 'high', 'auto'] as const;

/** The modes and fan speeds of a ducted unit: values of SysMode_e and SysFan_e. */
export interface Abilities {
  readonly modes: readonly number[];
  readonly fans: readonly number[];
}

const readAbilities = ({ ducted }: HouseFile): Abilities => {
  const { cpu, modes, fans, settings } = ducted?.unit ?? {};
  const usual = cpu === 'evaporative' ? defaultEvaporativeModes : defaultModes;
  const real = (value: number) => value !== sysMode.values['not available'];
  const enabled = (mode: number) => mode !== sysMode.values.exhaust || settings?.Evap?.ExhEn !== 0;
  return {
    modes: (modes ?? usual)
      .map((mode) => toValue(sysMode, mode))
      .filter(real)
      .filter(enabled),
    fans: (fans ?? defaultFans).map((fan) => toValue(sysFan, fan)).filter(real),
  };
};

/** The modes and fan speeds of a house's ducted unit. */
export const abilitiesOf = oncePerHouse(readAbilities);

/** The word for a value of an enumeration. */
export const labelOf = (of: Enumeration, value: number): string =>
  Object.keys(of.values).find((label) => of.values[label] === value) ?? String(value);

/** The words for some values of an enumeration, as a sentence lists them. */
export const labelsOf = (of: Enumeration, values: readonly number[]): string =>
  values.map((value) => labelOf(of, value)).join(', ');
