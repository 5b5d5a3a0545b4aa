import type { DatagramOf } from '@plenum/protocol/component';
import { unitSettingsOf } from '@plenum/protocol/unit';
import { hasStart } from '../calendar/favourite-times.ts';
import { type Draft, patch } from '../model/draft.ts';
import { switchOff } from '../unit/switch.ts';

/** Sets an evaporative cooler to the settings of a favourite, except those that the controller may not set. */
const startCooler = (draft: Draft, wanted: NonNullable<DatagramOf<'schedule'>['Evap']>): void => {
  const unit = draft.datagrams.unit[0]!;
  const { evaporative } = draft.plant.unit!;
  if (evaporative === null) return;
  if (unit.HvacSetpoint === 1) patch(draft, 'unit', 0, { Setpoint: wanted.UnitSetpoint });
  patch(draft, 'unit', 0, { Evap: { ...unit.Evap, RhSet: wanted.RhSetpoint } });
  if (unit.HvacFan === 1) evaporative.speed = wanted.FanSpeed;
};

/** Starts the favourite at an index: switches the unit on with the favourite's mode and fan, and sets every zone. */
export function startFavourite(draft: Draft, place: number): void {
  const favourite = draft.datagrams.schedule[place]!;
  const { Zones, Evap } = favourite;
  patch(draft, 'unit', 0, unitSettingsOf(favourite, draft.datagrams.unit[0]!));
  draft.plant.unit!.favourite = place;
  if (Evap !== undefined) startCooler(draft, Evap);
  for (const { Index } of draft.datagrams.zone) patch(draft, 'zone', Index, Zones[Index]!);
}

/**
 * Stops the favourite at an index: switches the system off; mode, fan and zones stay unchanged. If another favourite
 * was started since, the system stays on for that favourite. A favourite that has no start switches off a running
 * system.
 */
export function stopFavourite(draft: Draft, place: number): void {
  if (draft.datagrams.unit[0]!.HvacOnOff !== 1) return;
  const { favourite } = draft.plant.unit!;
  const isOthers = favourite !== -1 && favourite !== place;
  if (!isOthers || !hasStart(draft.datagrams.schedule[place]!)) switchOff(draft);
}
