import type { CivilMinute } from '../calendar/calendar.ts';
import { type Draft, replace } from '../model/draft.ts';
import type { Step } from '../model/step.ts';
import type { IndexedLamp } from './lamp-index.ts';
import { setLamp } from './switch.ts';

/** A lamp takes ten minutes to wake people (lighting 5). */
const wakeTime = 600_000;

/** Starts the alarm of a lamp when it is due or its snooze is over, and brightens the lamp gradually. */
export function wakeUp(draft: Draft, { place }: IndexedLamp, { minutes, at }: Step): void {
  const { Alar, AlH, AlM, Days } = draft.datagrams.lamp[place]!;
  const isDue = ({ weekday, minute: now }: CivilMinute) => Days[weekday] === 1 && now === AlH * 60 + AlM;
  const { lamps } = draft.plant.lighting!;
  if (Alar === 1 && minutes.some(isDue)) replace(lamps, place, { alarmSince: at });
  const { snoozedUntil } = lamps[place]!;
  if (snoozedUntil > 0 && at >= snoozedUntil) replace(lamps, place, { alarmSince: at, snoozedUntil: 0 });
  const { alarmSince } = lamps[place]!;
  if (alarmSince === 0) return;
  const share = Math.min(1, (at - alarmSince) / wakeTime);
  setLamp(draft, place, { On: 1, Brig: Math.max(1, Math.round(100 * share)) }, at);
  if (share === 1) replace(lamps, place, { alarmSince: 0 });
}
