import type { Clock } from '@plenum/platform/clock';
import { type DoorAim, doorTravelTime, longestDoorTravel } from '@plenum/protocol/lighting';

/** What controllers pressed of one garage door, whose contact reports only whether it is shut. */
export interface DoorMoves {
  readonly onPress: (aim: DoorAim) => void;
  /** Called where the press did not come about. */
  readonly onFailure: () => void;
  /** Where it is on its way to by a press: another press would stop it or turn it round (lighting 5). */
  readonly underWay: (door: { readonly Reed?: number | undefined }) => DoorAim | undefined;
}

export const createDoorMoves = (clock: Clock): DoorMoves => {
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
};
