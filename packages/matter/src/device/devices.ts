import type { AnyDeviceKind } from './device.ts';
import { zoneDevice } from './zone.ts';

/** Every kind of device, in the order in which their endpoints start. */
export const deviceKinds: readonly AnyDeviceKind[] = [zoneDevice];
