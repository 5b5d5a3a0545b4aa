import { enumerations } from '@plenum/protocol/field';
import type { TerminalPlant } from '../model/state.ts';

const { cool, heat, vent, dry, auto } = enumerations.terminalMode.values;

export { auto as AUTO, cool as COOL, dry as DRY, heat as HEAT, vent as VENT };

/** How far in K the room passes its setpoint before auto turns from cooling to heating or back. */
const AUTO_DEADBAND = 1;

/**
 * What a unit does in its mode with room air of so many °C: auto keeps its direction until the room is a degree past
 * the setpoint; a unit bound to the other direction stands by and only blows.
 */
export const chooseAction = (
  now: TerminalPlant['acting'],
  wish: { mode: number; setpoint: number; bound: 'cool' | 'heat' | undefined },
  air: number,
): 'fan' | 'cool' | 'heat' => {
  const { mode, setpoint, bound } = wish;
  if (mode === vent) return 'fan';
  let way: 'cool' | 'heat' = mode === heat ? 'heat' : 'cool';
  if (mode === auto) {
    const over = air - setpoint;
    if (now === 'cool') way = over < -AUTO_DEADBAND ? 'heat' : 'cool';
    else if (now === 'heat') way = over > AUTO_DEADBAND ? 'cool' : 'heat';
    else way = over >= 0 ? 'cool' : 'heat';
  }
  return bound === undefined || bound === way ? way : 'fan';
};
