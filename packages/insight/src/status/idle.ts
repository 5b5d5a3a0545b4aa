import { directionsOf, type Need } from './activity.ts';
import type { StatusCode } from './status.ts';

/** Returns the status of a temperature that differs from its setpoint while the unit does not change it. */
export const lackOf = (need: Need): StatusCode => (need === 'cool' ? 'too-warm' : 'too-cool');

/** Returns the status while the unit is on and idle, by its mode and the needed direction. */
export function whileIdle(mode: number, need: Need | undefined): StatusCode {
  if (need === undefined) return 'at-target';
  if (!directionsOf(mode).includes(need)) return lackOf(need);
  return need === 'cool' ? 'waits-to-cool' : 'waits-to-heat';
}
