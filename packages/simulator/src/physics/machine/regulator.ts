/** Constants of the controller of an inverter: proportional band in K and integral time in s. */
export interface Regulator {
  readonly band: number;
  readonly reset: number;
}

/** One run of a controller: distance from the setpoint in K, and the time since its last run in s. */
interface Regulation {
  readonly error: number;
  readonly seconds: number;
}

/**
 * Controller of a fan-coil unit or split as makers of room thermostats set it: 4 K and 90 minutes (Gira CO2 sensor 2104,
 * Schneider Electric SpaceLogic KNX touch unit).
 */
export const FAN_COIL: Regulator = { band: 4, reset: 5400 };

const limit = (value: number): number => Math.min(1, Math.max(0, value));

/**
 * Returns the load 0..1 of a proportional-integral controller, and updates its integral term. The integral stops while
 * the load is at a limit, so that it does not wind up during a recovery.
 */
export function regulate(
  plant: { integral: number },
  { band, reset }: Regulator,
  { error, seconds }: Regulation,
): number {
  const wanted = error / band + plant.integral;
  if ((wanted < 1 || error < 0) && (wanted > 0 || error > 0))
    plant.integral = limit(plant.integral + (error / band) * (seconds / reset));
  return limit(wanted);
}
