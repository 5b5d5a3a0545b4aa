import { toWire } from '../house-schema/fields.ts';
import type { HouseFile } from '../house-schema/house.ts';

/** The economy limits of a house's ducted unit, and whether they are locked; setpoints in hundredths of a degree. */
export const ecoLimitsOf = ({ ducted }: HouseFile) => {
  const { ecoLock = false, ecoMin = 18, ecoMax = 27 } = ducted!.unit;
  return { locked: ecoLock, min: toWire(ecoMin), max: toWire(ecoMax) };
};

/** A setpoint in hundredths of a degree, moved within the economy limits while they are locked. */
export const withinEcoLimits = (house: HouseFile, setpoint: number): number => {
  const { locked, min, max } = ecoLimitsOf(house);
  return locked ? Math.min(max, Math.max(min, setpoint)) : setpoint;
};
