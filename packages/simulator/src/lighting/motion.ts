import { abilitiesOf, doorTravelTime } from '@plenum/protocol/lighting';
import { type Draft, patch } from '../model/draft.ts';
import type { LampPlant } from '../model/state.ts';

/** Time in ms that a garage door and a blind take from end to end (lighting 5). */
const travelTime = { door: doorTravelTime, blind: 20_000 } as const;
/** Position, 0 shut to 100 open, at which a garage door meets an obstacle and stops. */
const obstacle = 30;

const isDoor = (type: string): boolean => abilitiesOf(type).isGarageDoor;

/** Returns the position of a door or blind at a given time, 0 shut to 100 open. */
export function positionAt(lamp: LampPlant, type: string, at: number): number {
  const { position, direction, movesSince, blocked } = lamp;
  if (direction === 0) return position;
  const moved = (100 * (at - movesSince)) / (isDoor(type) ? travelTime.door : travelTime.blind);
  const lowest = isDoor(type) && blocked ? Math.min(position, obstacle) : 0;
  return Math.min(100, Math.max(lowest, position + direction * moved));
}

/** True if a moving door or blind has reached its end or an obstacle. */
const hasArrived = (lamp: LampPlant, type: string, at: number): boolean => {
  const position = positionAt(lamp, type, at);
  if (lamp.direction === 1) return position === 100;
  return position === (isDoor(type) && lamp.blocked ? Math.min(lamp.position, obstacle) : 0);
};

/** Returns a door or blind that has stopped at its position at a given time. */
const stopped = (lamp: LampPlant, type: string, at: number): LampPlant => ({
  ...lamp,
  position: positionAt(lamp, type, at),
  direction: 0,
});

/** Shows the position of a door or blind. */
const show = (draft: Draft, place: number, at: number): void => {
  const { Type } = draft.datagrams.lamp[place]!;
  const position = positionAt(draft.plant.lighting!.lamps[place]!, Type, at);
  if (isDoor(Type)) patch(draft, 'lamp', place, { Reed: position === 0 ? 1 : 0 });
  else patch(draft, 'lamp', place, { Pos: Math.round(position) });
};

/** Moves a door or blind from its current position: 1 opens, -1 shuts, 0 stops it. */
export function drive(draft: Draft, place: number, direction: -1 | 0 | 1, at: number): void {
  const { lamps } = draft.plant.lighting!;
  const { Type } = draft.datagrams.lamp[place]!;
  const still = { ...stopped(lamps[place]!, Type, at), movesSince: at };
  const driven = direction === 0 ? still : { ...still, direction, lastDirection: direction };
  const moves = direction !== 0 && !hasArrived(driven, Type, at);
  lamps[place] = moves ? driven : { ...driven, direction: 0 };
  show(draft, place, at);
  // As soon as its motor turns, a door is no longer shut.
  if (isDoor(Type) && moves && direction === 1) patch(draft, 'lamp', place, { Reed: 0 });
}

/** Presses the button of a garage door. A press stops a moving door; the next press reverses it. */
export function pressDoor(draft: Draft, place: number, at: number): void {
  const lamp = draft.plant.lighting!.lamps[place]!;
  const { position, direction, lastDirection } = lamp;
  const reverse = lastDirection === 1 ? -1 : 1;
  const next = position === 0 ? 1 : position === 100 ? -1 : reverse;
  drive(draft, place, direction === 0 ? next : 0, at);
}

/** True if any door or blind moves. */
export const isAnyMoving = (lamps: readonly LampPlant[]): boolean =>
  lamps.some(({ direction }) => direction !== 0);

/**
 * Shows doors and blinds at their positions at a given time, and stops those that have arrived. Positions are computed
 * from the beginning of the movement, so any number of calls gives the same result. A blocked garage door opens again.
 */
export function showMotion(draft: Draft, at: number): void {
  const { lamps } = draft.plant.lighting!;
  for (const [place, lamp] of lamps.entries()) {
    const { Type } = draft.datagrams.lamp[place]!;
    if (!isDoor(Type) && !abilitiesOf(Type).isBlind) continue;
    if (lamp.direction !== 0 && hasArrived(lamp, Type, at)) lamps[place] = stopped(lamp, Type, at);
    show(draft, place, at);
    if (lamps[place]!.direction === 1 && isDoor(Type)) patch(draft, 'lamp', place, { Reed: 0 });
  }
}
