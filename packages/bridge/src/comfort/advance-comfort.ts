import type { AnyCommand } from '@plenum/protocol/command';
import type { Datagrams } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import type { FavouriteTime } from './favourite-runs.ts';
import type { HouseFit } from './learn/fit-house.ts';
import { observe, signOf, type Way } from './learn/observe.ts';
import {
  gapOf,
  minute,
  neededNow,
  planStart,
  type StartPlan,
  type StartSettings,
  workOf,
} from './plan-start.ts';
import { comfortable } from './predict-arrival.ts';

const { auto } = enumerations.zoneMode.values;
const { heat, cool } = enumerations.sysMode.values;

/** A start of a favourite whose rooms are on their way, or have arrived. */
export interface Arrival {
  readonly favourite: number;
  /** Time at which it begins by the week. */
  readonly start: number;
  readonly startedAt: number;
  readonly way: Way;
  /** Distance in K of its farthest room from its setpoint at the start. */
  readonly gap: number;
  /** Minutes predicted without the correction; undefined if no room was known. */
  readonly predicted?: number;
  /** Time at which the slowest room came within 0.5 K; undefined until then. */
  readonly arrivedAt?: number;
}

/** State of comfort on time, to be stored as JSON. */
export interface ComfortState {
  /** Settings of the unit and zones when last seen. */
  readonly seen?: string;
  /** Last time at which neither a favourite nor this part changed something. */
  readonly handAt: number;
  /** Last act of this part. */
  readonly act?: {
    readonly at: number;
    readonly kind: 'start' | 'stop';
    readonly favourite: number;
    readonly start: number;
  };
  /** Arrivals, the newest last. */
  readonly arrivals: readonly Arrival[];
  /** Runs that start at their own time, because the owner said so. */
  readonly later: readonly { readonly favourite: number; readonly until: number }[];
}

export const noComfort: ComfortState = { handAt: 0, arrivals: [], later: [] };

/** Everything that comfort on time sees at one time. */
export interface ComfortInput {
  readonly at: number;
  readonly datagrams: Datagrams;
  /** Temperature outdoors in °C of another source, for a unit that does not report it. */
  readonly outdoor?: number | undefined;
  readonly fit: HouseFit;
  readonly settings: StartSettings;
  readonly runs: readonly FavouriteTime[];
  readonly minuteOf: (at: number) => number;
}

interface ComfortStep {
  readonly state: ComfortState;
  readonly command: AnyCommand | undefined;
  /** The coming run; undefined if there is none within a day. */
  readonly plan: StartPlan | undefined;
}

/** Time in which a change counts as the effect of a favourite or of our own command. */
const effectTime = 3 * minute;
/** Arrivals that are kept, and those from which the correction is made. */
const keptArrivals = 60;
const correctedBy = 8;
const leastArrivals = 2;
/** Least distance in K by which the time of a start is divided. */
const leastGap = 0.6;
const corrections = { least: 0.5, most: 3 };
/** Time after which rooms that did not arrive are no longer waited for. */
const longestWait = 4 * 60 * minute;
/** Longest time by which the unit stops early, and the least distance in K that has to remain. */
const longestRest = 45 * minute;
const restMargin = 0.2;

const signatureOf = ({ unit: [unit], zone }: Datagrams): string =>
  JSON.stringify([
    unit?.SysOn,
    unit?.SysMode,
    unit?.Setpoint,
    zone.map(({ Mode, Setpoint }) => [Mode, Setpoint]),
  ]);

const isRecent = (at: number, event: number | undefined): boolean =>
  event !== undefined && event <= at && at - event <= effectTime;

/** Notes who changed the settings that were seen last. */
const noteChange = (state: ComfortState, { at, datagrams, runs }: ComfortInput): ComfortState => {
  const seen = signatureOf(datagrams);
  if (seen === state.seen) return state;
  const isOurs =
    state.seen === undefined ||
    isRecent(at, state.act?.at) ||
    runs.some(({ start, stop }) => isRecent(at, start) || isRecent(at, stop));
  return { ...state, seen, handAt: isOurs ? state.handAt : at };
};

/**
 * Returns the median ratio of the time that rooms took to the time predicted, within limits: that of the favourite, which
 * heats the same rooms at the same time of day, or of all favourites until it has started often enough. A start whose
 * rooms never arrived took the most.
 */
const correctionFor = (arrivals: readonly Arrival[], way: Way, favourite: number | undefined): number => {
  const last = arrivals.at(-1);
  const rated = arrivals.flatMap((one) => {
    if (one.way !== way || one.predicted === undefined || one.predicted < 2) return [];
    if (one.arrivedAt === undefined)
      return one === last ? [] : { favourite: one.favourite, ratio: corrections.most };
    return { favourite: one.favourite, ratio: (one.arrivedAt - one.startedAt) / minute / one.predicted };
  });
  const own = rated.filter((one) => one.favourite === favourite);
  const used = (own.length < leastArrivals ? rated : own).slice(-correctedBy).map(({ ratio }) => ratio);
  if (used.length < leastArrivals) return 1;
  return Math.min(corrections.most, Math.max(corrections.least, middleOf(used)));
};

/** Returns the median minutes for each K that a favourite took; undefined until it has arrived often enough. */
const paceOf = (arrivals: readonly Arrival[], favourite: number | undefined): number | undefined => {
  const paces = arrivals.flatMap((one) =>
    one.favourite === favourite && one.arrivedAt !== undefined
      ? (one.arrivedAt - one.startedAt) / minute / Math.max(one.gap, leastGap)
      : [],
  );
  return paces.length < leastArrivals ? undefined : middleOf(paces.slice(-correctedBy));
};

const middleOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)]!;

/** Begins to follow the rooms of a favourite that has just started. */
const followStart = (state: ComfortState, input: ComfortInput, run: FavouriteTime): ComfortState => {
  const { at, datagrams, fit } = input;
  if (state.arrivals.some(({ favourite, start }) => favourite === run.favourite && start === run.start))
    return state;
  const work = workOf(datagrams, run.favourite);
  if (work === undefined) return state;
  const outdoor = observe(at, datagrams, input.outdoor)?.outdoor;
  const predicted = neededNow({ fit, outdoor, correction: { heat: 1, cool: 1 } }, work);
  const arrival: Arrival = {
    favourite: run.favourite,
    start: run.start,
    startedAt: at,
    way: work.way,
    gap: gapOf(work),
    ...(predicted !== undefined && { predicted }),
  };
  return { ...state, arrivals: [...state.arrivals, arrival].slice(-keptArrivals) };
};

/** Notes the arrival of the rooms of the newest start. */
const noteArrival = (state: ComfortState, { at, datagrams }: ComfortInput): ComfortState => {
  const last = state.arrivals.at(-1);
  if (last === undefined || last.arrivedAt !== undefined || at - last.startedAt > longestWait) return state;
  if (datagrams.unit[0]?.SysOn !== 1) return state;
  const work = workOf(datagrams, last.favourite);
  const isThere =
    work === undefined ||
    work.rooms.every(
      ({ setpoint, temperature }) => signOf(last.way) * (setpoint - temperature) <= comfortable,
    );
  return isThere
    ? { ...state, arrivals: [...state.arrivals.slice(0, -1), { ...last, arrivedAt: at }] }
    : state;
};

/** True if every room of a run stays comfortable until its end without the unit. */
const canRest = ({ at, datagrams, fit, settings }: ComfortInput, run: FavouriteTime): boolean => {
  const left = run.stop! - at;
  if (left > longestRest || left < 2 * minute) return false;
  const { Zones, Mode } = datagrams.schedule.find(({ Index }) => Index === run.favourite)!;
  const way: Way | undefined = Mode === heat ? 'heat' : Mode === cool ? 'cool' : undefined;
  if (way === undefined) return false;
  const rooms = datagrams.zone.filter(({ Index }) => Zones[Index]?.Mode === auto);
  return (
    rooms.length > 0 &&
    rooms.every(({ Index, Temp, Setpoint }) => {
      const hold = fit.rooms.find((one) => one.room === Index && one.way === way)?.hold;
      const gap = (signOf(way) * (Setpoint - Temp)) / 100;
      return (
        hold !== undefined &&
        gap <= restMargin &&
        hold.low * 1000 >= left &&
        !settings.roomsOff.includes(Index)
      );
    })
  );
};

/** Advances comfort on time: returns its new state, at most one command, and the plan for the coming run. */
export function advanceComfort(before: ComfortState, input: ComfortInput): ComfortStep {
  const { at, datagrams, fit, settings, runs } = input;
  let state = noteChange(before, input);
  const isOn = datagrams.unit[0]?.SysOn === 1;
  const current = runs.findLast(
    ({ start, stop }) => start <= at && (stop === undefined || at < stop) && at - start < 86_400_000,
  );
  if (current !== undefined && isOn && isRecent(at, current.start))
    state = followStart(state, input, current);
  state = noteArrival(state, input);
  const run = runs.find(({ start }) => start > at);
  const correctionIn = (way: Way) => correctionFor(state.arrivals, way, run?.favourite);
  const correction = { heat: correctionIn('heat'), cool: correctionIn('cool') };
  const isStarted =
    run !== undefined &&
    state.act?.kind === 'start' &&
    state.act.start === run.start &&
    state.act.favourite === run.favourite;
  const plan =
    run === undefined || isStarted
      ? undefined
      : planStart({
          at,
          datagrams,
          outdoor: observe(at, datagrams, input.outdoor)?.outdoor,
          fit,
          correction,
          pace: paceOf(state.arrivals, run.favourite),
          settings,
          run,
          // A favourite that a person ended is no longer running.
          current: isOn ? current : undefined,
          handAt: state.handAt,
          isLater: state.later.some(
            ({ favourite, until }) => favourite === run.favourite && run.start < until,
          ),
          minuteOf: input.minuteOf,
        });
  if (run !== undefined && plan?.startsAt !== undefined && plan.startsAt <= at) {
    const started = followStart(state, input, run);
    return {
      state: { ...started, act: { at, kind: 'start', favourite: run.favourite, start: run.start } },
      command: { name: 'FavouriteSet', body: run.favourite + 1 },
      plan,
    };
  }
  const isResting = state.act?.kind === 'stop' && state.act.start === current?.start;
  if (
    settings.isOn &&
    isOn &&
    current?.stop !== undefined &&
    !isResting &&
    state.handAt < current.start &&
    canRest(input, current)
  ) {
    return {
      state: { ...state, act: { at, kind: 'stop', favourite: current.favourite, start: current.start } },
      command: { name: 'SysOn', body: 0 },
      plan,
    };
  }
  return { state, command: undefined, plan };
}
