import type { DatagramOf } from '@plenum/protocol/component';
import { type Draft, patch } from '../model/draft.ts';
import { switchOff } from '../unit/switch.ts';

/**
 * Starts a favourite: its mode and fan go to the unit, which is switched on, and its zones to the zones.
 *
 * What the controller does not control of the unit (interface 2.2, HvacOnOff, HvacMode and HvacFan; nothing at all with
 * SysType 210) stays as it is.
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

/** Stops what a favourite started: the system is switched off; mode, fan and zones stay as they are. */
export const stopFavourite = (draft: Draft): void => {
  if (draft.datagrams.unit[0]!.HvacOnOff === 1) switchOff(draft);
};
