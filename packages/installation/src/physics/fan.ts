/** Less airflow than this, m³/s, is still air. */
export const STILL = 1e-6;

/** Electric power in W of a fan at a speed 0..1 of its nominal one (affinity law: the cube of the speed). */
export const fanPower = (nominal: number, speed: number): number => nominal * speed * speed * speed;

/** The heat in K that a fan of so many W leaves in an air stream of so many J/K per second; 0 without a stream. */
export const fanWarming = (power: number, stream: number): number => (stream > 0 ? power / stream : 0);
