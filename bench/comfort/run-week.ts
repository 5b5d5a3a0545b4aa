import { observe } from '@plenum/bridge';
import { powerChannels } from '@plenum/insight/energy';
import type { State } from '@plenum/simulator';
import { currentOf, longestLead } from './act.ts';
import { type ControllerName, createActs } from './controllers.ts';
import { followStarts, type StartResult } from './follow-starts.ts';
import { createRuns, day, type LearntHouse, minute } from './learn-house.ts';
import { comfortable, gapsOf } from './rooms-of-favourite.ts';

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
  /** CPU time of the controller in ms. */
  readonly computing: number;
}

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
  const starts = followStarts();
  let [compressorStarts, damperTravel, computing, isRunning] = [0, 0, 0, false];
  for (let at = from; at < from + days * day; at += minute) {
    const runs = runsAt(state, at);
    const begun = process.cpuUsage();
    const acted = act(state, at, runs);
    const spent = process.cpuUsage(begun);
    computing += (spent.user + spent.system) / 1000;
    const run = currentOf(runs, at);
    if (acted !== state && acted.datagrams.unit[0]!.SysOn === 1) {
      const ahead = runs.find((one) => one.start > at && one.start - at <= longestLead * minute);
      if (ahead !== undefined) starts.begin(state, ahead);
    }
    if (run?.start === at) starts.begin(state, run);
    starts.see(state);
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
    starts: starts.results(),
    compressorStarts,
    damperTravel,
    computing,
  };
}
