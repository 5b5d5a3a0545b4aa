import { type Enumeration, enumerations } from '@plenum/protocol/field';
import { toValue } from '../house-schema/fields.ts';
import { type HouseFile, oncePerHouse } from '../house-schema/house.ts';

const { sysFan, sysMode } = enumerations;

/** Modes and fan speeds of a unit whose house file lists none: a reverse-cycle heat pump or an evaporative cooler. */
const defaultModes = ['cool', 'heat', 'vent', 'dry', 'auto'] as const;
const defaultEvaporativeModes = ['cool', 'vent', 'auto', 'exhaust', 'pump only'] as const;
const defaultFans = ['low', 'medium', 'high', 'auto'] as const;

/** The modes and fan speeds of a ducted unit: values of SysMode_e and SysFan_e. */
export interface Abilities {
  readonly modes: readonly number[];
  readonly fans: readonly number[];
}

const readAbilities = ({ ducted }: HouseFile): Abilities => {
  const { cpu, modes, fans } = ducted?.unit ?? {};
  const usual = cpu === 'evaporative' ? defaultEvaporativeModes : defaultModes;
  const real = (value: number) => value !== sysMode.values['not available'];
  return {
    modes: (modes ?? usual).map((mode) => toValue(sysMode, mode)).filter(real),
    fans: (fans ?? defaultFans).map((fan) => toValue(sysFan, fan)).filter(real),
  };
};

const abilitiesOfFile = oncePerHouse(readAbilities);

/** Settings by which the installer allows exhaust mode (`Evap.ExhEn`) and automatic fan speed (`FanAutoEn`). */
interface Allowed {
  readonly FanAutoEn: number;
  readonly Evap: { readonly ExhEn: number };
}

const { exhaust } = sysMode.values;
const { auto: autoFan } = sysFan.values;

/** Returns the modes and fan speeds of a house's ducted unit that its installer allows. */
export function unitAbilities(house: HouseFile, { FanAutoEn, Evap }: Allowed): Abilities {
  const { modes, fans } = abilitiesOfFile(house);
  const others = fans.filter((fan) => fan !== autoFan);
  return {
    modes: Evap.ExhEn === 1 ? modes : modes.filter((mode) => mode !== exhaust),
    fans: FanAutoEn === 0 ? others : fans.includes(autoFan) ? fans : [...fans, autoFan],
  };
}

/** Returns the initial modes and fan speeds of a house's ducted unit. */
export const abilitiesOf = oncePerHouse((house): Abilities => {
  const FanAutoEn = abilitiesOfFile(house).fans.includes(autoFan) ? 1 : 0;
  const ExhEn = house.ducted?.unit.settings?.Evap?.ExhEn === 0 ? 0 : 1;
  return unitAbilities(house, { FanAutoEn, Evap: { ExhEn } });
});

/** Returns the label of an enumeration's value. */
export const labelOf = (of: Enumeration, value: number): string =>
  Object.keys(of.values).find((label) => of.values[label] === value) ?? String(value);

/** The words for some values of an enumeration. */
export const labelsOf = (of: Enumeration, values: readonly number[]): string[] =>
  values.map((value) => labelOf(of, value));
