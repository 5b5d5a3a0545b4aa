import { toWire } from '../house-schema/fields.ts';
import type { HouseFile } from '../house-schema/house.ts';

/** Returns the economy limits of a house's ducted unit in hundredths of a degree, and their lock. */
export function ecoLimitsOf({ ducted }: HouseFile) {
  const { ecoLock = false, ecoMin = 18, ecoMax = 27 } = ducted!.unit;
  return { locked: ecoLock, min: toWire(ecoMin), max: toWire(ecoMax) };
}

/** Clamps a setpoint (hundredths of a degree) to the economy limits while they are locked. */
export function withinEcoLimits(house: HouseFile, setpoint: number): number {
  const { locked, min, max } = ecoLimitsOf(house);
  return locked ? Math.min(max, Math.max(min, setpoint)) : setpoint;
}
