import type { DatagramOf } from '@plenum/protocol';
import { type Draft, patch } from '../draft.ts';
import { switchOff } from '../unit/switch.ts';

/**
 * Starts a favourite: its mode and fan go to the unit, which is switched on, and its zones to the zones.
 *
 * Where the system cannot command the unit (SysType 210), the zones alone obey.
 */
export const startFavourite = (draft: Draft, { Mode, Fan, Zones }: DatagramOf<'schedule'>): void => {
  if (draft.datagrams.unit[0]!.SysType !== 210)
    patch(draft, 'unit', 0, { SysOn: 1, SysMode: Mode, SysFan: Fan });
  for (const place of draft.datagrams.zone.keys()) patch(draft, 'zone', place, Zones[place]!);
};

/** Stops what a favourite started: the system is switched off; mode, fan and zones stay as they are. */
export const stopFavourite = (draft: Draft): void => {
  if (draft.datagrams.unit[0]!.SysType !== 210) switchOff(draft);
};
