import { airDevice } from './air.ts';
import type { AnyDeviceKind } from './device.ts';
import { doorDevice } from './door.ts';
import { lampDevice } from './lamp.ts';
import { channelDevice } from './power.ts';
import { splitDevice, vrfDevice } from './room-unit.ts';
import { stationDevice } from './station.ts';
import { unitDevice } from './unit.ts';
import { openCloseZoneDevice, zoneDevice } from './zone.ts';

const always: readonly AnyDeviceKind[] = [
  unitDevice,
  zoneDevice,
  openCloseZoneDevice,
  airDevice,
  splitDevice,
  vrfDevice,
  stationDevice,
  lampDevice,
  channelDevice,
];

interface OfferOptions {
  /** True if controllers may move garage doors. */
  readonly allowGarage: boolean;
}

/** Returns the mappings of all kinds of entities, in the order in which their endpoints start. */
export const deviceKindsOf = ({ allowGarage }: OfferOptions): readonly AnyDeviceKind[] =>
  allowGarage ? [...always, doorDevice] : always;
