/** Airflow below this, m³/s, counts as still air. */
export const STILL = 1e-6;

/** Electric power in W of a fan at a share 0..1 of its nominal speed (affinity law: the cube of the speed). */
export const fanPower = (nominal: number, speed: number): number => nominal * speed * speed * speed;

/** How much a fan warms its air stream, K: its power in W over the heat capacity of the stream in J/K per second; 0 without a stream. */
export const fanWarming = (power: number, stream: number): number => (stream > 0 ? power / stream : 0);
