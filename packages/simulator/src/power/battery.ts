import { enumerations } from '@plenum/protocol/field';

const { critical, low, normal, full } = enumerations.powerBattery.values;
/** Lifetime of a device's battery in s: two and a half years with one reading a minute. */
const LIFETIME = 2.5 * 365 * 86_400;

/** Returns the level that a device reports for a charge of 0..1 (CpmBatt_e). */
export function toBattery(charge: number): number {
  if (charge > 0.7) return full;
  if (charge > 0.3) return normal;
  return charge > 0.1 ? low : critical;
}

/** Returns the charge 0..1 that remains after some seconds. */
export const drain = (charge: number, seconds: number): number => Math.max(0, charge - seconds / LIFETIME);
