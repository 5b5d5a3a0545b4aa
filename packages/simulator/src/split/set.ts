import type { DatagramOf } from '@plenum/protocol/component';
import { type Draft, patch } from '../model/draft.ts';
import { sleepEndOf } from '../room-unit/sleep-timer.ts';

/** Sets members of the split at an index. If one changes, the unit's controller runs in the next step. */
export function setSplit(draft: Draft, place: number, members: Partial<DatagramOf<'split'>>): void {
  const before = draft.datagrams.split[place];
  patch(draft, 'split', place, members);
  if (draft.datagrams.split[place] !== before) draft.plant.splits[place]!.controlAt = 0;
}

/** Switches a split on or off. Off also ends its sleep timer. */
export function switchSplit(draft: Draft, place: number, on: number): void {
  setSplit(draft, place, on === 1 ? { On: 1 } : { On: 0, Sleep: 0 });
  if (on === 0) Object.assign(draft.plant.splits[place]!, { sleepEnd: 0, favourite: -1 });
}

/** Starts a sleep timer (SplitSystemSleepTimer_e) at a given time, restarts it if it is running, or ends it with 0. */
export function setSplitSleep(draft: Draft, place: number, sleep: number, at: number): void {
  setSplit(draft, place, { Sleep: sleep });
  draft.plant.splits[place]!.sleepEnd = sleepEndOf(sleep, at);
}

/** Applies the all-on or all-off button of the wall controller. Units without the flag are not changed. */
export function switchAllSplits(draft: Draft, on: number): void {
  for (const [place, { Act, AllOn, AllOff }] of draft.datagrams.split.entries()) {
    if (Act === 1 && (on === 1 ? AllOn : AllOff) === 1) switchSplit(draft, place, on);
  }
}
