import { airDevice } from './air.ts';
import type { AnyDeviceKind } from './device.ts';
import { lampDevice } from './lamp.ts';
import { channelDevice } from './power.ts';
import { splitDevice, vrfDevice } from './room-unit.ts';
import { stationDevice } from './station.ts';
import { unitDevice } from './unit.ts';
import { openCloseZoneDevice, zoneDevice } from './zone.ts';

/** Every kind of device, in the order in which their endpoints start. */
export const deviceKinds: readonly AnyDeviceKind[] = [
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
