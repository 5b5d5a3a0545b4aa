import type { DatabaseSync } from 'node:sqlite';
import type { Runtime } from '@plenum/platform';
import type { Identity } from '@plenum/protocol/query';
import type { Simulator, State } from '@plenum/simulator';
import { type History, openHistory } from '../history/history.ts';
import { createJournal, type Journal, type JournalCopy } from '../store/journal.ts';
import type { Settings } from '../store/settings.ts';
import { createSettings } from '../store/settings.ts';
import { writeAll } from '../store/transact.ts';
import type { Operation } from './apply-operation.ts';
import type { HouseClock } from './house-clock.ts';
import { readTime, writeTime } from './persistence.ts';
import { replay, restoreClock } from './restore.ts';
import { simulate } from './simulate.ts';
import { createSimulatedDevice, type SimulatedDevice } from './simulated-device.ts';
import type { Turns } from './turns.ts';

export interface HouseToOpen extends Pick<Runtime, 'clock' | 'log'> {
  readonly simulator: Simulator;
  readonly identity: Identity;
  readonly db: DatabaseSync;
  readonly journalCopy?: JournalCopy<Operation> | undefined;
  readonly turns?: Turns | undefined;
  /** Time that a new house is simulated before it starts, in ms. */
  readonly past?: number | undefined;
  /** The first time that the clock of a new house shows, in ms UTC; default: that of the machine. */
  readonly startsAt?: number | undefined;
  /** Ratio of simulated time to real time; default: the stored scale, or 1 for a new house. */
  readonly timeScale: number | undefined;
  readonly historyDays?: number | undefined;
}

/** Interval between two samples of the past, in ms: enough for a graph of a day, and quick to simulate. */
const pastSampleEvery = 5 * 60_000;

/** Creates a new house: simulates its past up to its start, and writes its first snapshot. */
const createHouse = (
  { simulator, db, clock, past = 0, startsAt = clock.now(), timeScale = 1, historyDays: days }: HouseToOpen,
  { journal, settings }: { journal: Journal<State, Operation>; settings: Settings },
): { state: State; history: History } => {
  const from = startsAt - past;
  const initial = simulator.initial(from);
  const { timeZone } = simulator.status(initial);
  const history = openHistory(db, from, { timeZone, days });
  const start = { state: initial, until: startsAt };
  const { state } = simulate(simulator, start, { recorder: history, sampleEvery: pastSampleEvery });
  const houseClock: HouseClock = {
    anchorSim: startsAt,
    anchorWall: clock.now(),
    scale: timeScale,
    paused: false,
  };
  writeAll(db, () => {
    history.write();
    journal.saveSnapshot(state);
    writeTime(settings, { clock: houseClock, reached: startsAt });
  });
  history.forgetWritten();
  return { state, history };
};

/** Restores a stored house from its snapshot and the journal since then. */
const restoreHouse = (of: HouseToOpen, journal: Journal<State, Operation>, snapshot: State) => {
  const restored = of.simulator.restore(snapshot);
  const { timeZone } = of.simulator.status(restored);
  const history = openHistory(of.db, snapshot.at, { timeZone, days: of.historyDays });
  return { state: replay({ ...of, journal, recorder: history }, restored), history };
};

/** Opens the simulated house of a store, with every acknowledged operation; creates it if the store is empty. */
export function openSimulatedDevice(of: HouseToOpen): { device: SimulatedDevice; history: History } {
  const { db, clock, timeScale: scale } = of;
  const journal = createJournal<State, Operation>(db);
  const settings = createSettings(db);
  const snapshot = journal.snapshot();
  const { state, history } =
    snapshot === undefined ? createHouse(of, { journal, settings }) : restoreHouse(of, journal, snapshot);
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
}
