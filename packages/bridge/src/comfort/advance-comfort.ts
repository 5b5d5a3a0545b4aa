import type { AnyCommand } from '@plenum/protocol/command';
import type { Datagrams } from '@plenum/protocol/component';
import { canRest } from './can-rest.ts';
import type { FavouriteTime } from './favourite-runs.ts';
import type { HouseFit } from './learn/fit-house.ts';
import { observe, signOf } from './learn/observe.ts';
import { isRecent, noteHand, type SeenSettings } from './note-hand.ts';
import { type NotedPlans, notePlans } from './note-plans.ts';
import { gapOf, minute, planStart, type StartPlan, type StartSettings, workOf } from './plan-start.ts';
import { comfortable } from './predict-arrival.ts';
import type { Arrival } from './similar-starts.ts';

/** State of comfort on time, to be stored as JSON. */
export interface ComfortState extends SeenSettings, NotedPlans {
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

export const noComfort: ComfortState = { handAt: 0, arrivals: [], later: [], planned: [] };

/** Everything that comfort on time sees at one time. */
export interface ComfortInput {
  readonly at: number;
  readonly datagrams: Datagrams;
  /** Power of the unit in W, if it is measured. */
  readonly watts?: number | undefined;
  /** Temperature outdoors in °C of another source, for a unit that does not report it. */
  readonly outdoor?: number | undefined;
  readonly fit: HouseFit;
  readonly settings: StartSettings;
  readonly runs: readonly FavouriteTime[];
  readonly minuteOf: (at: number) => number;
  /** Time of the last act of another part of the bridge. */
  readonly otherActAt?: number | undefined;
}

interface ComfortStep {
  readonly state: ComfortState;
  readonly command: AnyCommand | undefined;
  /** The coming run; undefined if there is none within a day. */
  readonly plan: StartPlan | undefined;
  /** Returns the plans of all runs that begin within a day. */
  readonly planDay: () => readonly StartPlan[];
}

/** Number of stored arrivals. */
const keptArrivals = 100;
/** Time after which rooms that did not arrive are no longer waited for. */
const longestWait = 4 * 60 * minute;
const day = 86_400_000;

/** Begins to follow the rooms of a favourite that has just started. */
const followStart = (state: ComfortState, input: ComfortInput, run: FavouriteTime): ComfortState => {
  const { at, datagrams } = input;
  const { favourite, start } = run;
  if (state.arrivals.some((one) => one.favourite === favourite && one.start === start)) return state;
  const work = workOf(datagrams, favourite);
  if (work === undefined) return state;
  const outdoor = observe(at, datagrams, input.outdoor)?.outdoor;
  const { way } = work;
  const arrival: Arrival = { favourite, start, startedAt: at, way, gap: gapOf(work) };
  const known = outdoor === undefined ? arrival : { ...arrival, outdoor };
  return { ...state, arrivals: [...state.arrivals, known].slice(-keptArrivals) };
};

/** Notes the arrival of the rooms of the newest start, or that they are no longer waited for. */
const noteArrival = (state: ComfortState, { at, datagrams, watts }: ComfortInput): ComfortState => {
  const last = state.arrivals.at(-1);
  if (last === undefined || last.arrivedAt !== undefined || last.endedAt !== undefined) return state;
  const note = (noted: Pick<Arrival, 'arrivedAt' | 'endedAt' | 'energy'>): ComfortState => ({
    ...state,
    arrivals: [...state.arrivals.slice(0, -1), { ...last, ...noted }],
  });
  const isOn = datagrams.unit[0]?.SysOn === 1;
  // A unit that was switched on this minute may not show it yet.
  if (at - last.startedAt > longestWait || (!isOn && !isRecent(at, last.startedAt)))
    return note({ endedAt: at });
  if (!isOn) return state;
  const used = watts === undefined ? {} : { energy: (last.energy ?? 0) + watts / 60 };
  const work = workOf(datagrams, last.favourite);
  const isThere =
    work === undefined ||
    work.rooms.every(
      ({ setpoint, temperature }) => signOf(last.way) * (setpoint - temperature) <= comfortable,
    );
  return isThere || watts !== undefined ? note({ ...used, ...(isThere && { arrivedAt: at }) }) : state;
};

/** Advances comfort on time: returns its new state, at most one command, and the plan for the coming run. */
export function advanceComfort(before: ComfortState, input: ComfortInput): ComfortStep {
  const { at, datagrams, fit, settings, runs } = input;
  const ownActs = [before.act?.at, input.otherActAt];
  let state = noteHand(before, { at, datagrams, runs, ownActs });
  const isOn = datagrams.unit[0]?.SysOn === 1;
  const current = runs.findLast(
    ({ start, stop }) => start <= at && (stop === undefined || at < stop) && at - start < day,
  );
  if (current !== undefined && isOn && isRecent(at, current.start))
    state = followStart(state, input, current);
  state = noteArrival(state, input);
  const outdoor = observe(at, datagrams, input.outdoor)?.outdoor;
  const run = runs.find(({ start }) => start > at);
  const { act } = state;
  const isStarted = (one: FavouriteTime): boolean =>
    act?.kind === 'start' && act.start === one.start && act.favourite === one.favourite;
  const planOf = (one: FavouriteTime): StartPlan =>
    planStart({
      at,
      datagrams,
      outdoor,
      fit,
      arrivals: state.arrivals,
      settings,
      run: one,
      // A favourite that a person ended is no longer running.
      current: isOn ? current : undefined,
      handAt: state.handAt,
      isLater: state.later.some(({ favourite, until }) => favourite === one.favourite && one.start < until),
      minuteOf: input.minuteOf,
    });
  const plan = run === undefined || isStarted(run) ? undefined : planOf(run);
  const planDay = () =>
    runs.filter((one) => one.start > at && one.start - at <= day && !isStarted(one)).map(planOf);
  state = notePlans(state, { at, minute: input.minuteOf(at), planDay });
  if (run !== undefined && plan?.startsAt !== undefined && plan.startsAt <= at) {
    const started = followStart(state, input, run);
    return {
      state: { ...started, act: { at, kind: 'start', favourite: run.favourite, start: run.start } },
      command: { name: 'FavouriteSet', body: run.favourite + 1 },
      plan,
      planDay,
    };
  }
  const isResting = state.act?.kind === 'stop' && state.act.start === current?.start;
  if (
    settings.isOn &&
    isOn &&
    current?.stop !== undefined &&
    !isResting &&
    state.handAt < current.start &&
    canRest({ at, datagrams, outdoor, fit, settings }, current)
  ) {
    return {
      state: { ...state, act: { at, kind: 'stop', favourite: current.favourite, start: current.start } },
      command: { name: 'SysOn', body: 0 },
      plan,
      planDay,
    };
  }
  return { state, command: undefined, plan, planDay };
}
