/** Airflow in m³/s below which air counts as still. */
export const STILL = 1e-6;

/**
 * Returns the electric power in W of a fan at a share 0..1 of its nominal speed (affinity law: the cube of the speed).
 */
export const fanPower = (nominal: number, speed: number): number => nominal * speed * speed * speed;

/**
 * Returns the temperature rise in K of the air stream through a fan: its power in W divided by the heat capacity of the
 * stream in J/K per second, or 0 without a stream.
 */
export const fanWarming = (power: number, stream: number): number => (stream > 0 ? power / stream : 0);
