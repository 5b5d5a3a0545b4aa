import { enumerations } from '@plenum/protocol/field';
import type { RoomUnitPlant } from '../model/state.ts';

const { cool, heat, vent, dry, auto } = enumerations.roomUnitMode.values;

export { auto as AUTO, cool as COOL, dry as DRY, heat as HEAT, vent as VENT };

/** Kelvin past the setpoint at which auto turns from cooling to heating or back. */
const AUTO_DEADBAND = 1;

/**
 * Returns the action of a unit in its mode, with room air of `air` °C. Auto keeps its direction until the room is a
 * degree past the setpoint. A unit bound to the other direction only ventilates.
 */
export function chooseAction(
  now: RoomUnitPlant['acting'],
  { mode, setpoint, bound }: { mode: number; setpoint: number; bound: 'cool' | 'heat' | undefined },
  air: number,
): 'fan' | 'cool' | 'heat' {
  if (mode === vent) return 'fan';
  let direction: 'cool' | 'heat' = mode === heat ? 'heat' : 'cool';
  if (mode === auto) {
    const over = air - setpoint;
    if (now === 'cool') direction = over < -AUTO_DEADBAND ? 'heat' : 'cool';
    else if (now === 'heat') direction = over > AUTO_DEADBAND ? 'cool' : 'heat';
    else direction = over >= 0 ? 'cool' : 'heat';
  }
  return bound === undefined || bound === direction ? direction : 'fan';
}
