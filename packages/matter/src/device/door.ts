import { ClosureControl } from '@matter/main/clusters/closure-control';
import { ClosureDevice } from '@matter/main/devices/closure';
import { ClosureTag } from '@matter/main/node';
import { lampEntity } from '@plenum/entities';
import type { DatagramOf } from '@plenum/protocol/component';
import { abilitiesOf } from '@plenum/protocol/lighting';
import { Bridged } from '../behaviour/bridged.ts';
import { Door, Tagged } from '../behaviour/door.ts';
import { type DeviceKind, makes } from './device.ts';

const { CurrentPosition, MainState, TargetPosition } = ClosureControl;

const makeOf = makes(() => ({ type: ClosureDevice.with(Bridged, Tagged, Door), parts: {} }));

const tagList = [ClosureTag.GarageDoor];

/** Returns the attributes for the position of a door. Its contact reports only whether the door is shut. */
const showDoor = (cover: string | undefined) => {
  if (cover === undefined) return { overallCurrentState: null, overallTargetState: null };
  const isShut = cover === 'closed';
  return {
    overallCurrentState: {
      position: isShut ? CurrentPosition.FullyClosed : CurrentPosition.FullyOpened,
      secureState: isShut,
    },
    overallTargetState: {
      position: isShut ? TargetPosition.MoveToFullyClosed : TargetPosition.MoveToFullyOpen,
    },
  };
};

/** A garage door, shown only if the owner allows it, since it gives access to the house (decisions/031). */
export const doorDevice: DeviceKind<DatagramOf<'lamp'>> = {
  kind: lampEntity,
  isOffered: ({ source: { Type } }) => abilitiesOf(Type).isGarageDoor,
  make: () => makeOf('door'),
  isReachable: ({ text }) => text('powered') !== 'off',
  show: ({ text }) => ({
    descriptor: { tagList },
    closureControl: { mainState: MainState.Stopped, currentErrorList: [], ...showDoor(text('cover')) },
  }),
  requests: {
    'closureControl.moveTo': (position: ClosureControl.TargetPosition) => ({
      cover: position === TargetPosition.MoveToFullyOpen ? 'open' : 'close',
    }),
  },
};
