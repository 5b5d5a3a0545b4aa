import type { DatabaseSync } from 'node:sqlite';
import type { Installation, State } from '@plenum/installation';
import type { Clock } from '@plenum/machine';
import type { Identity } from '@plenum/protocol/query';
import { createRecorder, type History } from '../history/recorder.ts';
import type { Log } from '../log/log.ts';
import { createJournal, type Journal } from '../store/journal.ts';
import { createSettings, type Settings } from '../store/settings.ts';
import { writeAll } from '../store/transact.ts';
import type { Deed } from './deed.ts';
import type { HouseClock } from './house-clock.ts';
import { live } from './live.ts';
import { replay, restoreClock } from './restore.ts';
import { createSimulatedDevice, type SimulatedDevice } from './simulated-device.ts';
import { readTime, writeTime } from './stored-time.ts';

export interface HouseToOpen {
  readonly installation: Installation;
  readonly identity: Identity;
  readonly db: DatabaseSync;
  readonly clock: Clock;
  readonly log: Log;
  /** Milliseconds a new house was lived in before now. */
  readonly past?: number | undefined;
  /** How many times as fast as outside time runs; undefined = as it did last, at first 1. */
  readonly timeScale: number | undefined;
}

/** Milliseconds between two samples of the past: what a graph of a day shows, and a start can afford. */
const pace = 5 * 60_000;

/** Lets the house live through its past, up to now, and keeps it. */
const moveIn = (
  of: HouseToOpen,
  { journal, settings }: { journal: Journal<State, Deed>; settings: Settings },
): { state: State; history: History } => {
  const { installation, db, past = 0 } = of;
  const now = of.clock.now();
  const born = now - past;
  const history = createRecorder(db, born);
  const { state } = live(installation, installation.initial(born), now, { recorder: history, pace });
  const houseClock: HouseClock = { anchorSim: now, anchorWall: now, scale: of.timeScale ?? 1, paused: false };
  writeAll(db, () => {
    history.write();
    journal.keep(state);
    writeTime(settings, { clock: houseClock, reached: now });
  });
  history.settle();
  return { state, history };
};

/** Lets the house do again what was done since its state was kept. */
const goOn = (of: HouseToOpen, journal: Journal<State, Deed>, kept: State) => {
  const history = createRecorder(of.db, kept.at);
  return { state: replay({ ...of, journal, recorder: history }, kept), history };
};

/** The house of a store as it stands now: every acknowledged deed done, and what time did since. */
export const openSimulatedDevice = (of: HouseToOpen): { device: SimulatedDevice; history: History } => {
  const { db, clock, timeScale: scale } = of;
  const journal = createJournal<State, Deed>(db);
  const settings = createSettings(db);
  const kept = journal.kept();
  const { state, history } = kept === undefined ? moveIn(of, { journal, settings }) : goOn(of, journal, kept);
  const time = readTime(settings)!;
  const reached = Math.max(time.reached, state.at);
  const houseClock = restoreClock(time.clock, { now: clock.now(), reached, scale });
  const device = createSimulatedDevice({
    ...of,
    journal,
    settings,
    recorder: history,
    state,
    houseClock,
    toReach: reached,
  });
  return { device, history };
};
