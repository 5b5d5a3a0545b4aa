import type { CivilMinute } from '../calendar/calendar.ts';
import type { Draft } from '../model/draft.ts';
import type { Step } from '../model/step.ts';
import type { IndexedLamp } from './lamp-index.ts';
import { setLamp } from './switch.ts';

/** A lamp takes ten minutes to wake people (lighting 5). */
const wakeTime = 600_000;

/** Starts the alarm of a lamp when it is due or its snooze is over, and brightens the lamp gradually. */
export function wakeUp(draft: Draft, { place, plant: lamp }: IndexedLamp, { minutes, at }: Step): void {
  const { Alar, AlH, AlM, Days } = draft.datagrams.lamp[place]!;
  const isDue = ({ weekday, minute: now }: CivilMinute) => Days[weekday] === 1 && now === AlH * 60 + AlM;
  if (Alar === 1 && minutes.some(isDue)) lamp.alarmSince = at;
  if (lamp.snoozedUntil > 0 && at >= lamp.snoozedUntil)
    Object.assign(lamp, { alarmSince: at, snoozedUntil: 0 });
  if (lamp.alarmSince === 0) return;
  const share = Math.min(1, (at - lamp.alarmSince) / wakeTime);
  setLamp(draft, place, { On: 1, Brig: Math.max(1, Math.round(100 * share)) }, at);
  if (share === 1) lamp.alarmSince = 0;
}
