import type { DatagramOf } from '@plenum/protocol/component';
import { type Draft, patch } from '../model/draft.ts';
import { minutesLeft, sleepEndOf } from '../room-unit/sleep-timer.ts';

/** Sets members of the fan-coil at an index. If one changes, the unit's controller runs in the next step. */
export function setVrf(draft: Draft, place: number, members: Partial<DatagramOf<'vrf'>>): void {
  const before = draft.datagrams.vrf[place];
  patch(draft, 'vrf', place, members);
  if (draft.datagrams.vrf[place] !== before) draft.plant.vrfs[place]!.controlAt = 0;
}

/** Switches a fan-coil on or off. Off also ends its sleep timer. */
export function switchVrf(draft: Draft, place: number, on: number): void {
  setVrf(draft, place, on === 1 ? { On: 1 } : { On: 0, Tmr: 0, TmrL: 0 });
  if (on === 0) Object.assign(draft.plant.vrfs[place]!, { sleepEnd: 0, favourite: -1 });
}

/** Starts a sleep timer (SplitSystemSleepTimer_e) at a given time, restarts it if it is running, or ends it with 0. */
export function setVrfSleep(draft: Draft, place: number, sleep: number, at: number): void {
  const end = sleepEndOf(sleep, at);
  setVrf(draft, place, { Tmr: sleep, TmrL: minutesLeft(end, at) });
  draft.plant.vrfs[place]!.sleepEnd = end;
}
