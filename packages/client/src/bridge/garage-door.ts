import { abilitiesOf, type DoorAim, longestDoorTravel, needsPress } from '@plenum/protocol/lighting';
import type { Clock } from '../clock/clock.ts';
import { BridgeError } from '../error/bridge-error.ts';
import type { ReceivedDatagram } from '../read/components.ts';

/** What became of a garage door. */
export interface DoorMove {
  /** Whether its button was pressed; false where the door was already as wanted. */
  readonly wasPressed: boolean;
  readonly isOpen: boolean;
}

export interface DoorOptions {
  /** Called when it was pressed and moves. */
  readonly onMoving?: () => void;
}

/**
 * A garage door of the lighting. A real one has a single command, a press of its button, and reports only whether it is
 * shut. So it is pressed only where it is not yet as wanted (lighting 5).
 */
export interface GarageDoor {
  readonly isOpen: () => Promise<boolean>;
  /** Resolves when it has left, which it does at once. @throws BridgeError `unverified` where it does not within 30 s */
  readonly open: (options?: DoorOptions) => Promise<DoorMove>;
  /** Resolves when it is shut. @throws BridgeError `unverified` where it is not within 30 s */
  readonly close: (options?: DoorOptions) => Promise<DoorMove>;
}

/** How often a door is read while it moves, ms. */
const readInterval = 1_000;

export interface DoorDeps {
  readonly read: () => Promise<ReceivedDatagram<'lamp'>>;
  readonly press: (aim: DoorAim) => Promise<unknown>;
  readonly clock: Clock;
}

export const createGarageDoor = (index: number, { read, press, clock }: DoorDeps): GarageDoor => {
  const readDoor = async () => {
    const lamp = await read();
    if (abilitiesOf(lamp.Type).isGarageDoor && lamp.Reed !== undefined) return { Reed: lamp.Reed };
    throw new BridgeError('unsupported', `Lamp ${index} is no garage door.`);
  };
  const wait = () => new Promise<void>((resolve) => void clock.after(readInterval, resolve));
  const move = async (aim: DoorAim, { onMoving }: DoorOptions = {}): Promise<DoorMove> => {
    const isOpen = aim === 'open';
    if (!needsPress(aim, await readDoor())) return { wasPressed: false, isOpen };
    await press(aim);
    onMoving?.();
    const end = clock.now() + longestDoorTravel;
    while (needsPress(aim, await readDoor())) {
      if (clock.now() >= end)
        throw new BridgeError(
          'unverified',
          `The garage door ${index} was pressed and is ${isOpen ? 'still shut' : 'not shut'} after ${longestDoorTravel / 1_000} s.`,
        );
      await wait();
    }
    return { wasPressed: true, isOpen };
  };
  return {
    isOpen: async () => (await readDoor()).Reed === 0,
    open: (options) => move('open', options),
    close: (options) => move('close', options),
  };
};
