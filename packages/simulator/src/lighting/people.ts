import type { Draft } from '../model/draft.ts';
import type { Step } from '../model/step.ts';
import type { IndexedLamp, LampIndex } from './lamp-index.ts';
import { setLamp, switchLamp } from './switch.ts';

const minute = 60_000;
/** People count as present from this many on: a rhythm gives shares of people. */
export const presence = 0.5;

/** Notes that people came to the room of a lamp or left it; one that people switch on comes on. */
const notice = (draft: Draft, { place, plant: lamp }: IndexedLamp, isOccupied: boolean, step: Step): void => {
  if (lamp.isEmpty !== isOccupied) return;
  lamp.isEmpty = !isOccupied;
  if (!isOccupied) lamp.occupiedAt = step.from;
  const { OccAuOn, On } = draft.datagrams.lamp[place]!;
  if (isOccupied && OccAuOn === 1 && On === 0) switchLamp(draft, place, 1, step.at);
};

/** Dims a lamp, or switches it off, when nobody was in its room for one of its delays. */
const dim = (draft: Draft, { place, plant: lamp }: IndexedLamp, { at, seconds }: Step): void => {
  if (!lamp.isEmpty) return;
  const { D1, A1, D2, A2, On } = draft.datagrams.lamp[place]!;
  if (On === 0) return;
  const gone = at - lamp.occupiedAt;
  for (const [delay, brightness] of [
    [D1, A1],
    [D2, A2],
  ] as const) {
    const isDue = delay > 0 && gone >= delay * minute && gone - seconds * 1000 < delay * minute;
    if (isDue && brightness === 0) switchLamp(draft, place, 0, at);
    else if (isDue) setLamp(draft, place, { Brig: brightness }, at);
  }
};

/** Switches lamps on when people come to their room, and dims them when it is empty for their delays, as each is set. */
export const followPeople = (draft: Draft, { rooms, dimming }: LampIndex, step: Step): void => {
  const { people } = step.conditions.activity;
  for (const each of rooms) {
    const isOccupied = people[each.room]! >= presence;
    if (isOccupied === each.isOccupied) continue;
    each.isOccupied = isOccupied;
    for (const lamp of each.lamps) notice(draft, lamp, isOccupied, step);
  }
  for (const lamp of dimming) dim(draft, lamp, step);
};
