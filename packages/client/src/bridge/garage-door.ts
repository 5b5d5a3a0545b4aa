import { abilitiesOf, type DoorAim, longestDoorTravel, needsPress } from '@plenum/protocol/lighting';
import type { Clock } from '../clock.ts';
import { BridgeError } from '../exchange/bridge-error.ts';
import type { ReceivedDatagram } from '../session/components.ts';

/** The result of moving a garage door. */
export interface DoorMove {
  /** True if the button was pressed; false if the door already was in the requested state. */
  readonly wasPressed: boolean;
  readonly isOpen: boolean;
}

export interface DoorOptions {
  /** Called when the button was pressed and the door starts to move. */
  readonly onMoving?: () => void;
}

/**
 * A garage door of the lighting system. A real door has a single command, a press of its button, and reports only
 * whether it is shut. So the button is pressed only if the door is not yet in the requested state (lighting 5).
 */
export interface GarageDoor {
  readonly isOpen: () => Promise<boolean>;
  /**
   * Opens the door; resolves as soon as it has left the shut position. @throws BridgeError `unverified` if it has not
   * within 30 s
   */
  readonly open: (options?: DoorOptions) => Promise<DoorMove>;
  /** Closes the door; resolves when it is shut. @throws BridgeError `unverified` if it is not within 30 s */
  readonly close: (options?: DoorOptions) => Promise<DoorMove>;
}

/** Interval between two reads of the state of a moving door, in ms. */
const readInterval = 1_000;

interface DoorDeps {
  readonly read: () => Promise<ReceivedDatagram<'lamp'>>;
  readonly press: (aim: DoorAim) => Promise<unknown>;
  readonly clock: Clock;
}

export function createGarageDoor(index: number, { read, press, clock }: DoorDeps): GarageDoor {
  const readDoor = async () => {
    const lamp = await read();
    if (abilitiesOf(lamp.Type).isGarageDoor && lamp.Reed !== undefined) return { Reed: lamp.Reed };
    throw new BridgeError('unsupported', `Lamp ${index} is not a garage door.`);
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
          `The button of garage door ${index} was pressed, but the door is ${isOpen ? 'still shut' : 'not shut'} after ${longestDoorTravel / 1_000} s.`,
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
}
