import type { DatagramOf } from '@plenum/protocol/component';
import { type Draft, patch } from '../model/draft.ts';
import { switchOff } from '../unit/switch.ts';

/**
 * Starts a favourite: switches the unit on with the favourite's mode and fan, and sets the zones.
 *
 * What the controller may not set of the unit (interface 2.2: HvacOnOff, HvacMode, HvacFan; with SysType 210 nothing)
 * stays as it is.
 */
export const startFavourite = (draft: Draft, { Mode, Fan, Zones }: DatagramOf<'schedule'>): void => {
  const { HvacOnOff, HvacMode, HvacFan } = draft.datagrams.unit[0]!;
  patch(draft, 'unit', 0, {
    ...(HvacOnOff === 1 && { SysOn: 1 }),
    ...(HvacMode === 1 && { SysMode: Mode }),
    ...(HvacFan === 1 && { SysFan: Fan }),
  });
  for (const place of draft.datagrams.zone.keys()) patch(draft, 'zone', place, Zones[place]!);
};

/** Stops a favourite: switches the system off; mode, fan and zones stay as they are. */
export const stopFavourite = (draft: Draft): void => {
  if (draft.datagrams.unit[0]!.HvacOnOff === 1) switchOff(draft);
};
