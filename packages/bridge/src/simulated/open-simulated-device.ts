import type { DatabaseSync } from 'node:sqlite';
import type { Installation, State } from '@plenum/installation';
import type { Identity } from '@plenum/protocol';
import { createRecorder, type History } from '../history/recorder.ts';
import type { Log } from '../log/log.ts';
import { createJournal, type Journal } from '../store/journal.ts';
import { createSettings, type Settings } from '../store/settings.ts';
import { writeAll } from '../store/transact.ts';
import type { Wall } from '../wall/wall.ts';
import type { Clock } from './clock.ts';
import type { Deed } from './deed.ts';
import { replay, restoreClock } from './restore.ts';
import { createSimulatedDevice, type SimulatedDevice } from './simulated-device.ts';
import { readTime, writeTime } from './stored-time.ts';

export interface HouseToOpen {
  readonly installation: Installation;
  readonly identity: Identity;
  readonly db: DatabaseSync;
  readonly wall: Wall;
  readonly log: Log;
  /** How many times as fast as outside time runs; undefined = as it did last, at first 1. */
  readonly timeScale: number | undefined;
}

/** Switches the house on for the first time and keeps its first state. */
const switchOn = (of: HouseToOpen, journal: Journal<State, Deed>, settings: Settings): State => {
  const now = of.wall.now();
  const state = of.installation.initial(now);
  const clock: Clock = { anchorSim: now, anchorWall: now, scale: of.timeScale ?? 1, paused: false };
  writeAll(of.db, () => {
    journal.keep(state);
    writeTime(settings, { clock, reached: now });
  });
  return state;
};

/** The house of a store as it stands now: every acknowledged deed done, and what time did since. */
export const openSimulatedDevice = (of: HouseToOpen): { device: SimulatedDevice; history: History } => {
  const { installation, db, wall, log, timeScale: scale } = of;
  const journal = createJournal<State, Deed>(db);
  const settings = createSettings(db);
  const kept = journal.kept() ?? switchOn(of, journal, settings);
  const history = createRecorder(db, kept.at);
  const state = replay({ installation, journal, recorder: history, log }, kept);
  const time = readTime(settings)!;
  const reached = Math.max(time.reached, state.at);
  const clock = restoreClock(time.clock, { wall: wall.now(), reached, scale });
  const device = createSimulatedDevice({ ...of, journal, settings, recorder: history, state, clock });
  return { device, history };
};
