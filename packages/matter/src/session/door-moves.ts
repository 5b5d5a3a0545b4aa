import type { Clock } from '@plenum/platform/clock';
import { type DoorAim, doorTravelTime, longestDoorTravel } from '@plenum/protocol/lighting';

/**
 * The presses of one garage door's button by controllers. The contact of the door reports only whether the door is
 * shut.
 */
export interface DoorMoves {
  readonly onPress: (aim: DoorAim) => void;
  /** Called if the button was not pressed. */
  readonly onFailure: () => void;
  /** Returns the state that a press is moving the door to; another press would stop or reverse it (lighting 5). */
  readonly underWay: (door: { readonly Reed?: number | undefined }) => DoorAim | undefined;
}

export function createDoorMoves(clock: Clock): DoorMoves {
  let last: { readonly aim: DoorAim; readonly at: number } | undefined;
  return {
    onPress: (aim) => {
      last = { aim, at: clock.now() };
    },
    onFailure: () => {
      last = undefined;
    },
    underWay: ({ Reed }) => {
      if (last === undefined) return undefined;
      const { aim, at } = last;
      const isShut = aim === 'close' && Reed === 1;
      const isOver = clock.now() >= at + (aim === 'close' ? longestDoorTravel : doorTravelTime);
      return isShut || isOver ? undefined : aim;
    },
  };
}
