import type { DatabaseSync } from 'node:sqlite';
import type { State } from '@plenum/installation';
import type { Result } from '@plenum/protocol/refusal';
import type { Recorder } from '../history/recorder.ts';
import type { Log } from '../log/log.ts';
import type { Journal } from '../store/journal.ts';
import type { Settings } from '../store/settings.ts';
import { transact } from '../store/transact.ts';
import type { Deed } from './deed.ts';
import type { HouseClock } from './house-clock.ts';
import type { RunningHouse } from './running-house.ts';
import { writeTime } from './stored-time.ts';

/** How a running house gets into the store. A failure is logged and answered; nothing of that write is kept then. */
export interface Keep {
  /** Writes deeds that were done at an instant. */
  deeds(at: number, deeds: readonly Deed[]): Result<undefined>;
  /** Writes how time runs from now on. */
  clock(clock: HouseClock): Result<undefined>;
  /** Writes how far the house has come, and its history. */
  progress(): Result<undefined>;
  /** Writes the state, and forgets the deeds that led to it. */
  state(): Result<undefined>;
}

export interface KeepDeps {
  readonly db: DatabaseSync;
  readonly journal: Journal<State, Deed>;
  readonly settings: Settings;
  readonly recorder: Recorder;
  readonly log: Log;
}

export const createKeep = (house: RunningHouse, parts: KeepDeps): Keep => {
  const { db, journal, settings, recorder, log } = parts;
  const store = (what: string, writes: () => void): Result<undefined> => {
    const stored = transact(db, writes);
    if (!stored.ok) log.error(stored.refusal.facts, `the store did not take ${what}`);
    return stored;
  };
  const storeProgress = (what: string, more: (state: State) => void): Result<undefined> => {
    const { at, state } = house.look();
    const stored = store(what, () => {
      recorder.write();
      writeTime(settings, { clock: house.clock(), reached: at });
      more(state);
    });
    if (stored.ok) recorder.settle();
    return stored;
  };
  return {
    deeds: (at, deeds) =>
      store('a deed', () => {
        for (const deed of deeds) journal.append(at, deed);
      }),
    clock: (clock) => {
      const { at } = house.look();
      return store('the clock', () => writeTime(settings, { clock, reached: at }));
    },
    progress: () => storeProgress('the history', () => {}),
    state: () => storeProgress('the state', journal.keep),
  };
};
