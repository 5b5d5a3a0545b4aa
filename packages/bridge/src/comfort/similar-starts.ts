import { median } from '@plenum/insight/estimate';
import type { Way } from './learn/observe.ts';

const minute = 60_000;

/** A start of a favourite whose rooms are on their way, have arrived, or did not. */
export interface Arrival {
  readonly favourite: number;
  /** Time at which it begins by the week. */
  readonly start: number;
  readonly startedAt: number;
  readonly way: Way;
  /** Distance in K of its farthest room from its setpoint at the start. */
  readonly gap: number;
  /** Temperature outdoors in °C at the start; left out if it was not known. */
  readonly outdoor?: number;
  /** Time at which the slowest room came within 0.5 K; undefined until then. */
  readonly arrivedAt?: number;
  /** Wh of the unit until then; left out if they are not measured. */
  readonly energy?: number;
  /** Time at which the unit was switched off, or waiting ended, before the rooms arrived. */
  readonly endedAt?: number;
}

/** Starts without which nothing is known of a favourite, and the latest starts that count. */
const leastStarts = 2;
const latestStarts = 20;
/**
 * Minutes grow with the square of the distance: at constant power a wall gets warmer with the square root of the time
 * (semi-infinite solid with constant flux, Carslaw and Jaeger 1959, 2.9).
 */
const exponent = 2;
/** Distance in K at which a start is half as similar, and the part of the difference outdoors that counts. */
const similarity = 0.3;
const outdoorPart = 0.1;
/** Rooms that did not arrive would have needed this much longer than they had, at least an hour. */
const unfinished = 1.2;
const leastUnfinished = 60;
/** Least distance in K by which starts are compared. */
const leastGap = 0.3;

/** Returns the minutes that a start took, at least so if its rooms did not arrive; undefined while they are on their way. */
const minutesOf = ({ startedAt, arrivedAt, endedAt }: Arrival): number | undefined => {
  if (arrivedAt !== undefined) return Math.max(1, (arrivedAt - startedAt) / minute);
  return endedAt && Math.max(leastUnfinished, (unfinished * (endedAt - startedAt)) / minute);
};

/** The start that is planned: favourite, direction, distance of its farthest room in K and °C outdoors. */
export type PlannedStart = Pick<Arrival, 'favourite' | 'way' | 'gap' | 'outdoor'>;

/**
 * Returns the minutes that earlier starts of a favourite took, the more similar ones counting more: a weighted geometric
 * mean, each scaled to the distance of the planned start. Returns `undefined` if there are not enough.
 */
export function minutesOfSimilar(
  arrivals: readonly Arrival[],
  { favourite, way, gap, outdoor }: PlannedStart,
): number | undefined {
  let sum = 0;
  let weights = 0;
  let count = 0;
  const own = arrivals.filter((one) => one.favourite === favourite && one.way === way);
  for (const one of own.slice(-latestStarts)) {
    const took = minutesOf(one);
    if (took === undefined) continue;
    const colder = outdoor === undefined || one.outdoor === undefined ? 0 : outdoor - one.outdoor;
    const difference = Math.abs(one.gap - gap) + outdoorPart * Math.abs(colder);
    const weight = (similarity / (similarity + difference)) ** 2;
    const scale = Math.max(leastGap, gap) / Math.max(leastGap, one.gap);
    sum += weight * (Math.log(took) + exponent * Math.log(scale));
    weights += weight;
    count++;
  }
  return count < leastStarts ? undefined : Math.exp(sum / weights);
}

/**
 * Returns the median power in W of the unit during the starts of a favourite until its rooms arrived, or it was switched
 * off; undefined while none of them was measured.
 */
export function powerOfStarts(arrivals: readonly Arrival[], favourite: number): number | undefined {
  const powers = arrivals.flatMap((one) => {
    const { energy, startedAt } = one;
    const until = one.arrivedAt ?? one.endedAt ?? startedAt;
    if (one.favourite !== favourite || energy === undefined || until <= startedAt) return [];
    return (energy * 60 * minute) / (until - startedAt);
  });
  return powers.length === 0 ? undefined : median(powers.slice(-latestStarts));
}
