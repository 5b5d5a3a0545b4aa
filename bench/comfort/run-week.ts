import {
  advanceComfort,
  type ComfortState,
  createFavouriteRuns,
  type FavouriteTime,
  fitHouse,
  followRooms,
  type HouseFit,
  noComfort,
  nothingKnown,
  observe,
  type RoomFollower,
  type StartSettings,
  signOf,
  type Way,
} from '@plenum/bridge';
import { powerChannels } from '@plenum/insight/energy';
import { enumerations } from '@plenum/protocol/field';
import {
  createCalendar,
  createSimulator,
  type HouseFile,
  type Simulator,
  type State,
} from '@plenum/simulator';
import { must } from './must.ts';

export const minute = 60_000;
export const day = 1440 * minute;
const longestLead = 180;
const longestRest = 45;
const comfortable = 0.5;
const zoneAuto = enumerations.zoneMode.values.auto;

export const controllers = ['favourites', 'hour early', 'plenum', 'oracle'] as const;
export type ControllerName = (typeof controllers)[number];

/** One start of a favourite in a week; times in minutes from its weekly start, negative before it. */
export interface StartResult {
  readonly favourite: number;
  readonly start: number;
  readonly startedAt: number;
  /** When its slowest room came within 0.5 K; undefined if that did not happen during the run. */
  readonly arrival: number | undefined;
  /** True if a room was farther than 0.5 K from its setpoint at the weekly start without an early start. */
  readonly isNeeded: boolean;
}

/** Result of a week with one controller. */
export interface WeekResult {
  readonly controller: ControllerName;
  /** Use of the unit in Wh by hour since the start of the week. */
  readonly hours: readonly number[];
  /** Discomfort beyond 0.5 K during the runs, in K·h by room. */
  readonly discomfort: ReadonlyMap<string, number>;
  readonly starts: readonly StartResult[];
  readonly compressorStarts: number;
  /** Travel of all dampers, in full strokes. */
  readonly damperTravel: number;
  /** Processor time of the controller in ms. */
  readonly computing: number;
}

/** A house after its days of learning. */
export interface LearntHouse {
  readonly simulator: Simulator;
  readonly house: HouseFile;
  readonly state: State;
  readonly follower: RoomFollower;
  readonly fit: HouseFit;
  readonly comfort: ComfortState;
}

const settings: StartSettings = { isOn: true, roomsOff: [], notBefore: undefined, mayEndRunning: false };

const createRuns = (house: HouseFile) => {
  const find = createFavouriteRuns();
  const { timeZone } = house.place;
  const none: never[] = [];
  return (state: State, at: number) => find(state.datagrams, { at, timeZone, exceptions: none });
};

const createMinuteOf = (house: HouseFile) => {
  const calendar = createCalendar(house.place.timeZone);
  return (at: number) => calendar.civil(at).minute;
};

/** Temperature outdoors that the bridge of a simulated house publishes, for units that do not report it. */
const outdoorOf = (simulator: Simulator, state: State): number | undefined =>
  state.datagrams.brandStatus.length > 0 ? undefined : simulator.weather(state).Temperature;

/** Lets a house run for some days as it is, and learns from its datagrams every minute. */
export function learnHouse(
  house: HouseFile,
  {
    weather,
    from,
    days,
  }: { readonly weather: string | undefined; readonly from: number; readonly days: number },
): LearntHouse {
  const simulator = createSimulator(house, weather);
  const runsAt = createRuns(house);
  const minuteOf = createMinuteOf(house);
  const follower = followRooms(undefined, house.place);
  let state = simulator.advance(simulator.initial(from - 2 * day), from);
  let fit = nothingKnown;
  let comfort = noComfort;
  for (let at = from + minute; at <= from + days * day; at += minute) {
    state = simulator.advance(state, at);
    const seen = observe(at, state.datagrams, outdoorOf(simulator, state));
    if (seen !== undefined) follower.see(seen);
    if ((at - from) % day === 0) fit = fitHouse(follower.episodes(), fit, at);
    const off = { ...settings, isOn: false };
    comfort = advanceComfort(comfort, {
      at,
      datagrams: state.datagrams,
      outdoor: outdoorOf(simulator, state),
      fit,
      settings: off,
      runs: runsAt(state, at),
      minuteOf,
    }).state;
  }
  return { simulator, house, state, follower, fit, comfort };
}

/** The rooms of a favourite with their distances in K from their setpoints, in its direction. */
const gapsOf = (state: State, favourite: number): readonly { room: string; gap: number }[] => {
  const { Zones, Mode } = state.datagrams.schedule.find(({ Index }) => Index === favourite)!;
  const way: Way = Mode === enumerations.sysMode.values.heat ? 'heat' : 'cool';
  return state.datagrams.zone.flatMap((zone) => {
    const set = Zones[zone.Index]!;
    return set.Mode === zoneAuto
      ? { room: zone.Name, gap: (signOf(way) * (set.Setpoint - zone.Temp)) / 100 }
      : [];
  });
};

const isThere = (state: State, favourite: number): boolean =>
  gapsOf(state, favourite).every(({ gap }) => gap <= comfortable);

const start = (simulator: Simulator, state: State, { favourite }: FavouriteTime): State =>
  must(simulator.apply(state, { name: 'FavouriteSet', body: favourite + 1 }));

const stop = (simulator: Simulator, state: State): State =>
  must(simulator.apply(state, { name: 'SysOn', body: 0 }));

/** Returns the least number 0..most that passes, if all greater ones do too; `most` if none does. */
const least = (most: number, passes: (value: number) => boolean): number => {
  let [low, high] = [0, most];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (passes(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
};

/** Acts on a house at one minute, and returns its state. */
type Act = (state: State, at: number, runs: readonly FavouriteTime[]) => State;

const currentOf = (runs: readonly FavouriteTime[], at: number) =>
  runs.findLast((run) => run.start <= at && run.stop !== undefined && at < run.stop);

/** Returns the earliest time for a run: three hours before it, not before the end of the run in progress. */
const earliestFor = (runs: readonly FavouriteTime[], run: FavouriteTime): number => {
  const before = runs
    .filter((one) => one.start < run.start && one.stop !== undefined)
    .map((one) => one.stop!);
  return Math.max(run.start - longestLead * minute, ...before.filter((end) => end <= run.start));
};

const createActs: Record<ControllerName, (learnt: LearntHouse) => Act> = {
  favourites: () => (state) => state,
  'hour early':
    ({ simulator }) =>
    (state, at, runs) => {
      const run = runs.find(
        (one) => Math.max(one.start - 60 * minute, earliestFor(runs, one)) === at && one.start > at,
      );
      return run === undefined ? state : start(simulator, state, run);
    },
  plenum: (learnt) => {
    const { simulator, house } = learnt;
    const minuteOf = createMinuteOf(house);
    const follower = followRooms(structuredClone(learnt.follower.episodes()), house.place);
    let { fit, comfort } = learnt;
    const from = learnt.state.at;
    return (state, at, runs) => {
      const seen = observe(at, state.datagrams, outdoorOf(simulator, state));
      if (seen !== undefined) follower.see(seen);
      if ((at - from) % day === 0) fit = fitHouse(follower.episodes(), fit, at);
      const step = advanceComfort(comfort, {
        at,
        datagrams: state.datagrams,
        outdoor: outdoorOf(simulator, state),
        fit,
        settings,
        runs,
        minuteOf,
      });
      comfort = step.state;
      return step.command === undefined ? state : must(simulator.apply(state, step.command));
    };
  },
  oracle: ({ simulator }) => {
    const planned = new Map<string, number>();
    const planOnce = (key: string, plan: () => number): number => {
      const known = planned.get(key) ?? plan();
      planned.set(key, known);
      return known;
    };
    return (state, at, runs) => {
      const run = runs.find((one) => one.start > at);
      if (run !== undefined && at >= earliestFor(runs, run)) {
        const most = Math.floor((run.start - at) / minute);
        const begin = planOnce(`start ${run.favourite} ${run.start}`, () => {
          const lead = least(most, (tried) => {
            if (tried === most) return true;
            const before = simulator.advance(state, run.start - tried * minute);
            const begun = tried === 0 ? before : start(simulator, before, run);
            return isThere(simulator.advance(begun, run.start), run.favourite);
          });
          return run.start - lead * minute;
        });
        if (begin === at) return start(simulator, state, run);
      }
      const current = currentOf(runs, at);
      if (current?.stop === undefined || current.stop - at > longestRest * minute) return state;
      const most = Math.floor((current.stop - at) / minute);
      const end = planOnce(`stop ${current.favourite} ${current.start}`, () => {
        const kept = least(most, (tried) => {
          const stopAt = current.stop! - (most - tried) * minute;
          let copy = stop(simulator, simulator.advance(state, stopAt));
          for (; copy.at < current.stop!; copy = simulator.advance(copy, copy.at + 3 * minute))
            if (!isThere(copy, current.favourite)) return false;
          return isThere(copy, current.favourite);
        });
        return current.stop! - (most - kept) * minute;
      });
      return end === at && end < current.stop ? stop(simulator, state) : state;
    };
  },
};

const wattsOf = ({ datagrams: { power, powerStatus } }: State): number =>
  power[0] === undefined || powerStatus[0] === undefined
    ? 0
    : powerChannels(power[0], powerStatus[0]).reduce((sum, { watts }) => sum + (watts ?? 0), 0);

/** Lets a house run for some days with a controller. */
export function runDays(learnt: LearntHouse, controller: ControllerName, days: number): WeekResult {
  const { simulator, house } = learnt;
  const runsAt = createRuns(house);
  const act = createActs[controller](learnt);
  const from = learnt.state.at;
  let { state } = learnt;
  const hours = Array.from({ length: days * 24 }, () => 0);
  const discomfort = new Map<string, number>();
  const starts = new Map<
    string,
    { favourite: number; start: number; startedAt: number; arrival: number | undefined; isNeeded: boolean }
  >();
  let [compressorStarts, damperTravel, computing, isRunning] = [0, 0, 0, false];
  for (let at = from; at < from + days * day; at += minute) {
    const runs = runsAt(state, at);
    const begun = process.cpuUsage();
    const acted = act(state, at, runs);
    const spent = process.cpuUsage(begun);
    computing += (spent.user + spent.system) / 1000;
    const isOurs = acted !== state && acted.datagrams.unit[0]!.SysOn === 1;
    const ahead = runs.find((one) => one.start > at && one.start - at <= longestLead * minute);
    const run = currentOf(runs, at);
    for (const one of [isOurs ? ahead : undefined, run?.start === at ? run : undefined]) {
      const key = `${one?.favourite} ${one?.start}`;
      if (one === undefined || starts.has(key)) continue;
      starts.set(key, {
        favourite: one.favourite,
        start: one.start,
        startedAt: at,
        arrival: undefined,
        isNeeded: !isThere(state, one.favourite),
      });
    }
    for (const one of starts.values())
      if (
        one.arrival === undefined &&
        at > one.startedAt &&
        at - one.startedAt < 6 * 60 * minute &&
        isThere(state, one.favourite)
      )
        one.arrival = at;
    if (run !== undefined)
      for (const { room, gap } of gapsOf(state, run.favourite))
        discomfort.set(room, (discomfort.get(room) ?? 0) + Math.max(0, gap - comfortable) / 60);
    const next = simulator.advance(acted, at + minute);
    hours[Math.floor((at - from) / 3_600_000)]! += wattsOf(next) / 60;
    const seen = observe(next.at, next.datagrams)!;
    if (seen.way !== undefined && !isRunning) compressorStarts++;
    isRunning = seen.way !== undefined;
    for (const [place, { DmpPos }] of next.datagrams.zone.entries())
      damperTravel += Math.abs(DmpPos - state.datagrams.zone[place]!.DmpPos) / 100;
    state = next;
  }
  return {
    controller,
    hours,
    discomfort,
    starts: [...starts.values()].map((one) => ({
      ...one,
      startedAt: (one.startedAt - one.start) / minute,
      arrival: one.arrival === undefined ? undefined : (one.arrival - one.start) / minute,
    })),
    compressorStarts,
    damperTravel,
    computing,
  };
}
