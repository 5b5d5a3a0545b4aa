import { type Draft, replace } from '../model/draft.ts';
import type { Step } from '../model/step.ts';
import type { IndexedLamp, LampIndex } from './lamp-index.ts';
import { setLamp, switchLamp } from './switch.ts';

const minute = 60_000;
/** Number of people above which a room counts as occupied. Daily profiles give fractions of people. */
export const presence = 0.5;

/**
 * Records that people came to the room of a lamp or left it. A lamp that reacts to people switches on when they come.
 */
const notice = (draft: Draft, { place }: IndexedLamp, isOccupied: boolean, step: Step): void => {
  const { lamps } = draft.plant.lighting!;
  if (lamps[place]!.isEmpty !== isOccupied) return;
  replace(lamps, place, isOccupied ? { isEmpty: false } : { isEmpty: true, occupiedAt: step.from });
  const { OccAuOn, On } = draft.datagrams.lamp[place]!;
  if (isOccupied && OccAuOn === 1 && On === 0) switchLamp(draft, place, 1, step.at);
};

/** True if a delay in minutes ends in a step that ends `gone` ms after people left. */
const isDue = (delay: number, gone: number, { seconds }: Step): boolean =>
  delay > 0 && gone >= delay * minute && gone - seconds * 1000 < delay * minute;

/** Dims a lamp, or switches it off, after its room has been empty for one of its delays. */
const dim = (draft: Draft, { place }: IndexedLamp, step: Step): void => {
  const { isEmpty, occupiedAt } = draft.plant.lighting!.lamps[place]!;
  if (!isEmpty) return;
  const { D1, A1, D2, A2, On } = draft.datagrams.lamp[place]!;
  if (On === 0) return;
  const gone = step.at - occupiedAt;
  if (isDue(D1, gone, step)) dimTo(draft, place, A1, step.at);
  if (isDue(D2, gone, step)) dimTo(draft, place, A2, step.at);
};

const dimTo = (draft: Draft, place: number, brightness: number, at: number): void => {
  if (brightness === 0) switchLamp(draft, place, 0, at);
  else setLamp(draft, place, { Brig: brightness }, at);
};

/**
 * Switches lamps on when people enter the room, and dims each lamp, according to its settings, once the room has been
 * empty for that lamp's delay.
 */
export function followPeople(draft: Draft, { rooms, dimming }: LampIndex, step: Step): void {
  const { people } = step.conditions.activity;
  for (const each of rooms) {
    const isOccupied = people[each.room]! >= presence;
    if (isOccupied === each.isOccupied) continue;
    each.isOccupied = isOccupied;
    for (const lamp of each.lamps) notice(draft, lamp, isOccupied, step);
  }
  for (const lamp of dimming) dim(draft, lamp, step);
}
