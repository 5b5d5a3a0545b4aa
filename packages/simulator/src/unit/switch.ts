import { type Draft, patch } from '../model/draft.ts';

const minute = 60_000;

/** Sets the sleep timer to `minutes` from a time (ms UTC). 0 turns it off. */
export function setSleepTimer(draft: Draft, minutes: number, at: number): void {
  patch(draft, 'unit', 0, { SleepTimer: minutes, SleepTimerM: minutes });
  draft.plant.unit!.sleepUntil = minutes === 0 ? 0 : at + minutes * minute;
}

/** Switches the system off, and ends its sleep timer. */
export function switchOff(draft: Draft): void {
  patch(draft, 'unit', 0, { SysOn: 0, SleepTimer: 0, SleepTimerM: 0 });
  Object.assign(draft.plant.unit!, { sleepUntil: 0, favourite: -1 });
}
