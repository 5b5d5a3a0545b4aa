import { type Estimate, estimate, median } from '@plenum/insight/estimate';
import { type Drift, type Episodes, hours, type Recovery } from './episode.ts';
import { signOf, type Way, ways } from './observe.ts';

/** Recoveries without which the rate of a room is not known. */
export const leastRecoveries = 6;
/** Drifts without which the drift of a room is not known, and the least difference in K to the outdoor temperature. */
const leastDrifts = 6;
const leastDifference = 2.5;
/** Days at the end on which a new fit has to win. */
const unseenDays = 3;
const day = 86_400_000;
/** Pairs of recoveries without which a dependence is not known, and the least differences within such a pair. */
const leastPairs = 8;
const differentSharing = Math.log(1.25);
const differentOutdoor = 3;

/** The conditions on which the capacity that one room gets depends. */
export interface Conditions {
  /** Temperature outdoors in °C. */
  readonly outdoor: number;
  /** Temperature of the room in °C. */
  readonly inside: number;
  /** Number of zones that share the air. */
  readonly sharing: number;
}

/** Figures of one room in one direction. */
export interface RoomFit {
  readonly room: number;
  readonly way: Way;
  /** Change by the unit alone at full power in K/h, in the usual conditions of its recoveries. */
  readonly rate: Estimate;
  readonly usual: Conditions;
  /** Seconds from a start of the compressor until the room moved by 0.2 K; undefined if not known. */
  readonly dead: Estimate | undefined;
  /** First and last time of the recoveries. */
  readonly from: number;
  readonly to: number;
}

/** Drift of a room without the unit, in K/h for each K of difference to the outdoor temperature. */
export interface RoomDrift {
  readonly room: number;
  readonly drift: Estimate;
}

/** Seconds after a stop of the unit within which a room moves by 0.3 K; nine of ten stops lasted at least as long. */
export interface RoomHold {
  readonly room: number;
  readonly seconds: number;
}

/** Figures common to all rooms of a unit in one direction; exponents are 0 until they are known. */
export interface UnitFit {
  readonly way: Way;
  /** Temperature in °C that the supply air reaches; a rate is proportional to its distance from the room. */
  readonly supply: number;
  /** Exponent of the number of zones that share the unit: a rate is proportional to `zones ** -sharing`. */
  readonly sharing: number;
  /** Relative change of a rate for each K outdoors. */
  readonly outdoor: number;
}

/** Figures that a house has learnt about itself. */
export interface HouseFit {
  readonly units: readonly UnitFit[];
  readonly rooms: readonly RoomFit[];
  readonly drifts: readonly RoomDrift[];
  readonly holds: readonly RoomHold[];
  /** Time constant of the house in hours; undefined if no drift is known. */
  readonly timeConstant: Estimate | undefined;
}

export const nothingKnown: HouseFit = {
  units: [],
  rooms: [],
  drifts: [],
  holds: [],
  timeConstant: undefined,
};

const driftOf = (one: Drift): number => one.change / hours(one) / (one.outdoor - one.inside);

const usableDrifts = (drifts: readonly Drift[]): readonly Drift[] =>
  drifts.filter(({ outdoor, inside }) => Math.abs(outdoor - inside) >= leastDifference);

const fitDrift = (room: number, drifts: readonly Drift[]): RoomDrift | undefined => {
  const own = drifts.filter((one) => one.room === room);
  return own.length < leastDrifts ? undefined : { room, drift: estimate(own.map(driftOf)) };
};

/** A recovery with the part of its rate that the unit alone caused, in K/h in its direction. */
interface Rated extends Recovery {
  readonly rate: number;
  readonly drift: number;
}

const rate = (one: Recovery, drift: number): Rated => ({
  ...one,
  drift,
  rate: signOf(one.way) * (one.change / hours(one) - drift * (one.outdoor - one.inside)),
});

/** Least distance in K between supply air and a room. */
const leastLift = 3;

/** Returns the distance in K of the supply air from a room. */
const liftOf = (
  { way, supply }: Pick<UnitFit, 'way' | 'supply'>,
  { inside }: Pick<Conditions, 'inside'>,
): number => Math.max(leastLift, signOf(way) * (supply - inside));

/** Converts a rate from some conditions to others. */
const convert = (value: number, from: Conditions, to: Conditions, by: UnitFit): number =>
  ((value * liftOf(by, to)) / liftOf(by, from)) *
  (from.sharing / Math.max(0.1, to.sharing)) ** by.sharing *
  Math.exp(by.outdoor * (to.outdoor - from.outdoor));

/** Calls a function with each pair of recoveries of one room. */
const eachPair = (recoveries: readonly Rated[], act: (one: Rated, other: Rated) => void): void => {
  for (const [place, one] of recoveries.entries())
    for (const other of recoveries.slice(place + 1)) if (one.room === other.room) act(one, other);
};

/** Largest exponents that a heat pump and its ducts can have; a few recoveries may show larger ones by chance. */
const largestSharing = 1.2;
const largestOutdoor = 0.05;

const medianWithin = (slopes: readonly number[], least: number, most: number): number =>
  slopes.length < leastPairs ? 0 : Math.min(most, Math.max(least, median(slopes)));

/** Finds what is common to all rooms, as medians over all pairs of one room's recoveries. */
const fitUnit = (way: Way, all: readonly Rated[]): UnitFit => {
  const furthest = all.map((one) => one.supply).toSorted((a, b) => signOf(way) * (a - b));
  const supply = furthest[Math.floor(0.9 * furthest.length)] ?? 0;
  const recoveries = all.map((one) => ({ ...one, rate: one.rate / liftOf({ way, supply }, one) }));
  const shared: number[] = [];
  eachPair(recoveries, (one, other) => {
    const difference = Math.log(other.sharing / one.sharing);
    if (Math.abs(difference) < differentSharing || Math.abs(other.outdoor - one.outdoor) > differentOutdoor)
      return;
    shared.push(-Math.log(other.rate / one.rate) / difference);
  });
  const sharing = medianWithin(shared, 0, largestSharing);
  const warmer: number[] = [];
  eachPair(recoveries, (one, other) => {
    const difference = other.outdoor - one.outdoor;
    if (Math.abs(difference) < differentOutdoor) return;
    const change = Math.log(other.rate / one.rate) + sharing * Math.log(other.sharing / one.sharing);
    warmer.push(change / difference);
  });
  // A heat pump heats with more power the warmer it is outdoors, and cools with less.
  const [least, most] = way === 'heat' ? [0, largestOutdoor] : [-largestOutdoor, 0];
  return { way, supply, sharing, outdoor: medianWithin(warmer, least, most) };
};

/** Returns the recoveries with the usual number of zones if they are enough, otherwise all. */
const withUsualSharing = (own: readonly Rated[]): readonly Rated[] => {
  const sorted = own.map(({ sharing }) => sharing).toSorted((a, b) => a - b);
  const usual = sorted[Math.floor((sorted.length - 1) / 2)]!;
  const similar = own.filter(({ sharing }) => Math.abs(Math.log(sharing / usual)) < differentSharing);
  return similar.length < leastRecoveries ? own : similar;
};

const fitRoom = (
  of: { readonly room: number; readonly way: Way },
  all: readonly Rated[],
  { starts }: Episodes,
  unit: UnitFit,
): RoomFit | undefined => {
  if (all.length < leastRecoveries) return undefined;
  const own = withUsualSharing(all);
  const usual = {
    sharing: median(own.map((one) => one.sharing)),
    outdoor: median(own.map((one) => one.outdoor)),
    inside: median(own.map((one) => one.inside)),
  };
  const dead = starts.filter(({ room, way }) => room === of.room && way === of.way);
  return {
    ...of,
    rate: estimate(own.map((one) => convert(one.rate, one, usual, unit))),
    usual,
    dead: dead.length < leastRecoveries ? undefined : estimate(dead.map(({ seconds }) => seconds)),
    from: own[0]!.from,
    to: own.at(-1)!.to,
  };
};

/** Stops without which a hold is not known, and the latest ones that count: they follow the season. */
const leastHolds = 6;
const latestHolds = 20;

/** A hold is a duration with a long tail, so its lower end is the one observed, not that of a normal distribution. */
const fitHold = (room: number, holds: Episodes['holds']): RoomHold | undefined => {
  const own = holds.filter((one) => one.room === room).slice(-latestHolds);
  if (own.length < leastHolds) return undefined;
  const sorted = own.map(({ seconds }) => seconds).toSorted((a, b) => a - b);
  return { room, seconds: sorted[Math.floor(0.1 * sorted.length)]! };
};

/** Relative widening of an interval for each K by which the conditions differ from the usual ones. */
const widening = 0.05;

/**
 * Returns the rate of a room at full power in K/h in some conditions, with its interval, which widens with the distance
 * from the usual conditions.
 */
export function rateAt(fit: RoomFit, conditions: Conditions, { units }: Pick<HouseFit, 'units'>): Estimate {
  const unit = units.find(({ way }) => way === fit.way)!;
  const { value: usual, low, count } = fit.rate;
  const value = usual * convert(1, fit.usual, conditions, unit);
  const distance =
    Math.abs(conditions.outdoor - fit.usual.outdoor) + Math.abs(conditions.inside - fit.usual.inside);
  const half = value * Math.hypot(1 - low / usual, widening * distance);
  return { value, low: value - half, high: value + half, count };
}

/** Returns the median relative error of the durations that a fit predicts for some recoveries. */
const errorOf = (fit: RoomFit, recoveries: readonly Rated[], unit: UnitFit): number =>
  median(
    recoveries.map((one) => {
      const own = convert(fit.rate.value, fit.usual, one, unit);
      const total = own + signOf(one.way) * one.drift * (one.outdoor - one.inside);
      return total <= 0 ? 1 : Math.abs(Math.abs(one.change) / total / hours(one) - 1);
    }),
  );

const roomsIn = (episodes: readonly { readonly room: number }[]): readonly number[] =>
  [...new Set(episodes.map(({ room }) => room))].toSorted((a, b) => a - b);

/** Returns a time constant in hours from the drifts of all rooms. */
const fitTimeConstant = (drifts: readonly Drift[]): Estimate | undefined => {
  if (drifts.length < leastDrifts) return undefined;
  const { value, low, high, count } = estimate(drifts.map(driftOf));
  if (value <= 0) return undefined;
  return { value: 1 / value, low: 1 / high, high: low > 0 ? 1 / low : Number.POSITIVE_INFINITY, count };
};

/**
 * Returns what the episodes of a house show. A room is known with six usable recoveries. From then on a new fit, made
 * without the last three days, replaces the current one only if it predicts those days better.
 */
export function fitHouse(episodes: Episodes, current: HouseFit, now: number): HouseFit {
  const usable = usableDrifts(episodes.drifts);
  const drifts = roomsIn(usable).flatMap((room) => fitDrift(room, usable) ?? []);
  const rated = episodes.recoveries.flatMap((one) => {
    const known = drifts.find(({ room }) => room === one.room);
    const result = known && rate(one, known.drift.value);
    return result === undefined || result.rate <= 0 ? [] : result;
  });
  const units = ways.map((way) =>
    fitUnit(
      way,
      rated.filter((one) => one.way === way),
    ),
  );
  const unseenFrom = now - unseenDays * day;
  const rooms = units.flatMap((unit) =>
    roomsIn(rated).flatMap((room) => {
      const of = { room, way: unit.way };
      const before = current.rooms.find((one) => one.room === room && one.way === unit.way);
      const own = rated.filter((one) => one.room === room && one.way === unit.way);
      if (before === undefined) return fitRoom(of, own, episodes, unit) ?? [];
      const candidate = fitRoom(
        of,
        own.filter(({ to }) => to < unseenFrom),
        episodes,
        unit,
      );
      const unseen = own.filter(({ to }) => to >= unseenFrom);
      if (candidate === undefined || unseen.length === 0) return before;
      return errorOf(candidate, unseen, unit) < errorOf(before, unseen, unit) ? candidate : before;
    }),
  );
  const holds = roomsIn(episodes.holds).flatMap((room) => fitHold(room, episodes.holds) ?? []);
  return { units, rooms, drifts, holds, timeConstant: fitTimeConstant(usable) };
}
