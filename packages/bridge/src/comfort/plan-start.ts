import type { Datagrams } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import type { HoldReason } from '@plenum/protocol/schedule';
import { isSensed, maxOpening, minOpening } from '@plenum/protocol/zone';
import type { FavouriteTime } from './favourite-runs.ts';
import type { HouseFit } from './learn/fit-house.ts';
import { signOf, type Way } from './learn/observe.ts';
import { drifted, longestLead, minutesToArrive, type RoomTarget } from './predict-arrival.ts';
import { type Arrival, minutesOfSimilar } from './similar-starts.ts';

const { auto, open, constant } = enumerations.zoneMode.values;
const { heat, cool } = enumerations.sysMode.values;
export const minute = 60_000;
/** Minutes by which the rooms should arrive before a favourite begins. */
const margin = 2;
/** Distance in K of a setpoint within which a room needs nothing. */
const near = 0.5;

/** The owner's wishes for starting early. */
export interface StartSettings {
  readonly isOn: boolean;
  /** Indexes of the zones for which favourites do not start early. */
  readonly roomsOff: readonly number[];
  /** Minute of the local day before which nothing starts early; undefined for none. */
  readonly notBefore: number | undefined;
  /** True if a favourite may start early while another one is running. */
  readonly mayEndRunning: boolean;
}

/** The coming run of a favourite: when it starts early, or why it does not. */
export interface StartPlan {
  readonly favourite: number;
  readonly start: number;
  /** Time of the early start; undefined if there is none. */
  readonly startsAt?: number;
  /** Minutes in which the slowest room is expected to arrive. */
  readonly needed?: number;
  /** The room farthest from its setpoint, and that setpoint in °C. */
  readonly room?: number;
  readonly setpoint?: number;
  readonly reason?: HoldReason;
}

/** Everything known at one time that decides about an early start. */
export interface StartInput {
  readonly at: number;
  readonly datagrams: Datagrams;
  readonly outdoor: number | undefined;
  readonly fit: HouseFit;
  /** Earlier starts. */
  readonly arrivals: readonly Arrival[];
  readonly settings: StartSettings;
  /** The coming run, and the run that is in progress. */
  readonly run: FavouriteTime;
  readonly current: FavouriteTime | undefined;
  /** Last time at which a person changed something. */
  readonly handAt: number;
  readonly isLater: boolean;
  /** Returns the minute of the local day at a time. */
  readonly minuteOf: (at: number) => number;
}

/** The rooms that a favourite brings to a setpoint, and the way in which it does. */
export interface Work {
  readonly way: Way;
  readonly rooms: readonly RoomTarget[];
  readonly sharing: number;
}

/** Returns the rooms of a favourite that the unit has to bring to their setpoints; undefined if none needs it. */
export function workOf(
  { zone, schedule }: Datagrams,
  favourite: number,
  roomsOff: readonly number[] = [],
): Work | undefined {
  const { Zones, Mode } = schedule.find(({ Index }) => Index === favourite)!;
  const wanted = zone.flatMap((one) => {
    const set = Zones[one.Index];
    const isIn =
      set?.Mode === auto && isSensed(one) && one.SensorFault !== 1 && !roomsOff.includes(one.Index);
    return isIn ? { room: one.Index, temperature: one.Temp / 100, setpoint: set.Setpoint / 100 } : [];
  });
  const sum = wanted.reduce((total, { setpoint, temperature }) => total + setpoint - temperature, 0);
  const way: Way = Mode === heat || (Mode !== cool && sum > 0) ? 'heat' : 'cool';
  const isWorking = Mode === heat || Mode === cool || Mode === enumerations.sysMode.values.auto;
  const rooms = wanted.filter(({ setpoint, temperature }) => signOf(way) * (setpoint - temperature) > near);
  if (!isWorking || rooms.length === 0) return undefined;
  const sharing = zone.reduce((total, one) => {
    const mode = Zones[one.Index]?.Mode;
    if (mode === auto || mode === open) return total + maxOpening(one) / 100;
    return mode === constant ? total + minOpening(one) / 100 : total;
  }, 0);
  return { way, rooms, sharing };
}

/** Returns the distance in K of the farthest room of some work from its setpoint. */
export const gapOf = ({ rooms }: Pick<Work, 'rooms'>): number =>
  Math.max(0, ...rooms.map(({ setpoint, temperature }) => Math.abs(setpoint - temperature)));

/**
 * Returns the minutes that the rooms of a favourite need from a start now: by its earlier starts, or, until there are
 * enough, by the figures of its rooms. Returns `undefined` if neither is known.
 */
const neededNow = (
  { fit, outdoor, arrivals, run: { favourite } }: StartInput & { readonly outdoor: number },
  work: Work,
): number | undefined => {
  const { way } = work;
  const needed =
    minutesOfSimilar(arrivals, { favourite, way, gap: gapOf(work), outdoor }) ??
    minutesToArrive(fit, { ...work, outdoor });
  return needed === undefined ? undefined : Math.min(longestLead, needed);
};

/** Returns the earliest time at which the owner's wishes allow a start, and the reason if that is not 3 h before. */
const earliestOf = ({
  at,
  run,
  current,
  settings,
  minuteOf,
}: StartInput): { readonly at: number; readonly reason?: HoldReason } => {
  const first = run.start - longestLead * minute;
  const { notBefore } = settings;
  const isQuiet = (when: number) => notBefore !== undefined && minuteOf(when) < notBefore;
  let earliest: { at: number; reason?: HoldReason } = { at: first };
  if (isQuiet(run.start)) return { at: run.start, reason: 'quiet' };
  // The quiet time ends at the latest before the run itself, on the same day.
  if (notBefore !== undefined && isQuiet(Math.max(first, at))) {
    const end = Math.max(first, at) + (notBefore - minuteOf(Math.max(first, at))) * minute;
    earliest = { at: end, reason: 'quiet' };
  }
  const ends = current?.stop ?? (current === undefined ? undefined : run.start);
  if (ends !== undefined && !settings.mayEndRunning && ends > earliest.at)
    earliest = { at: ends, reason: 'running' };
  return earliest;
};

/** Plans the early start of one coming run. `startsAt` at or before `at` means now. */
export function planStart(input: StartInput): StartPlan {
  const { at, datagrams, settings, run, handAt, isLater, outdoor, fit } = input;
  const plan = { favourite: run.favourite, start: run.start };
  const hold = (reason: HoldReason): StartPlan => ({ ...plan, reason });
  if (!settings.isOn) return hold('off');
  const all = workOf(datagrams, run.favourite);
  if (all === undefined) return hold('no-need');
  const work = workOf(datagrams, run.favourite, settings.roomsOff);
  if (work === undefined) return hold('rooms-off');
  if (isLater) return hold('later');
  if (handAt >= run.start - longestLead * minute) return hold('by-hand');
  if (outdoor === undefined) return hold('no-outdoor');
  const farthest = work.rooms.reduce((one, other) =>
    Math.abs(other.setpoint - other.temperature) > Math.abs(one.setpoint - one.temperature) ? other : one,
  );
  const known = { ...input, outdoor };
  const needed = neededNow(known, work);
  if (needed === undefined) return hold('not-known');
  const earliest = earliestOf(input);
  if (earliest.at >= run.start) return hold(earliest.reason!);
  // Until the start the rooms drift further, so the time that they need is found step by step.
  let lead = needed;
  for (let round = 0; round < 4; round++) {
    const wait = Math.max(0, (run.start - at) / minute - lead);
    lead = neededNow(known, { ...work, rooms: drifted(fit, { ...work, outdoor }, wait) }) ?? lead;
  }
  if (lead < 1) return hold('no-need');
  const startsAt = Math.round(
    Math.max(earliest.at, run.start - Math.min(longestLead, lead + margin) * minute),
  );
  return { ...plan, startsAt, needed: lead, room: farthest.room, setpoint: farthest.setpoint };
}
