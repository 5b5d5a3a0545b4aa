import { fitHouse, type HouseFit, nothingKnown } from './fit-house.ts';
import { followRooms } from './follow-rooms.ts';
import type { Observation } from './observe.ts';
import type { Place } from './sunrise.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/** The start of a winter day in Sydney, in local time without daylight saving. */
export const midnight = Date.UTC(2025, 5, 15, 14);

/** A house of one room that follows two parameters exactly, so that what is learnt can be compared with them. */
export interface LinearHouse {
  /** K/h of the unit at full power, and K/h for each K of difference to the outdoor temperature. */
  readonly rate?: number;
  readonly drift?: number;
  readonly days?: number;
  /** Minutes between observations. */
  readonly every?: number;
  readonly outdoor?: (at: number) => number | undefined;
  /** Time of day at which the unit starts, in hours. */
  readonly startsAt?: number;
  /** Change of the temperature in K at a minute, for example by an open window. */
  readonly jump?: (minuteOfDay: number) => number;
  readonly place?: Place;
  /** Days after which the rate becomes another one. */
  readonly laterRate?: { readonly after: number; readonly rate: number };
}

/** Lets a linear house heat its room each morning for two hours, and returns what was learnt from it. */
export function learn({
  rate = 4,
  drift = 0.08,
  days = 10,
  every = 1,
  outdoor = () => 5,
  startsAt = 4,
  jump = () => 0,
  place,
  laterRate,
}: LinearHouse): HouseFit {
  const follower = followRooms(undefined, place);
  let fit = nothingKnown;
  let temperature = 16;
  for (let count = 0; count < days * 1440; count++) {
    const at = midnight + count * minute;
    const minuteOfDay = count % 1440;
    const isOn = minuteOfDay >= startsAt * 60 && minuteOfDay < startsAt * 60 + 120;
    const isHeating = isOn && minuteOfDay > startsAt * 60 + 3;
    const now = laterRate !== undefined && count >= laterRate.after * 1440 ? laterRate.rate : rate;
    temperature +=
      ((isHeating ? now : 0) + drift * ((outdoor(at) ?? 5) - temperature)) / 60 + jump(minuteOfDay);
    if (count % every === 0) follower.see(seenIn({ at, outdoor: outdoor(at), isOn, temperature }));
    if (minuteOfDay === 1439)
      fit = fitHouse(follower.episodes(), fit, midnight + Math.floor((count + 1) / 1440) * day);
  }
  return fit;
}

const seenIn = ({
  at,
  outdoor,
  isOn,
  temperature,
}: Pick<Observation, 'at' | 'outdoor' | 'isOn'> & { readonly temperature: number }): Observation => ({
  at,
  outdoor,
  isOn,
  way: isOn ? 'heat' : undefined,
  power: isOn ? 1 : 0,
  supply: isOn ? 38 : 20,
  demand: isOn ? 6 : 0,
  sharing: isOn ? 2 : 0,
  rooms: [{ index: 0, temperature: Math.round(temperature * 10) / 10, setpoint: 26, opening: isOn ? 1 : 0 }],
});
