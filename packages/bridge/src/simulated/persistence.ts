import type { DatabaseSync } from 'node:sqlite';
import type { Log } from '@plenum/platform/quiet-log';
import type { Result } from '@plenum/protocol/refusal';
import type { State } from '@plenum/simulator';
import type { Recorder } from '../history/history.ts';
import type { Journal, JournalCopy } from '../store/journal.ts';
import type { Settings } from '../store/settings.ts';
import { createLoggedTransact } from '../store/transact.ts';
import { toStoredCommand } from '../store/without-secret.ts';
import type { Operation } from './apply-operation.ts';
import type { HouseClock } from './house-clock.ts';
import type { SimulatedHouseState } from './house-state.ts';

/** The stored clock of a house, and the last time that it is known to have reached, in ms UTC. */
interface StoredTime {
  readonly clock: HouseClock;
  readonly reached: number;
}

/** Call within a transaction. */
export const writeTime = (settings: Settings, time: StoredTime): void => settings.write('time', time);

export const readTime = (settings: Settings): StoredTime | undefined =>
  settings.read('time') as StoredTime | undefined;

/**
 * Writes a running house to the store. A failed write is returned as a refusal and stores nothing; only the first
 * failure and the next success are logged.
 */
export interface Persistence {
  /** Appends operations to the journal, with the simulated time at which they were done. */
  operations(at: number, operations: readonly Operation[]): Result<undefined>;
  /** Writes the clock with which the house will continue. */
  clock(clock: HouseClock): Result<undefined>;
  /** Writes the time reached, and the history. */
  progress(): Result<undefined>;
  /** Writes the time reached, the history and the state, and clears the older journal. */
  snapshot(): Result<undefined>;
}

export interface PersistenceDeps {
  readonly db: DatabaseSync;
  readonly journal: Journal<State, Operation>;
  /** Gets each operation too. An operation is acknowledged only once it is there. */
  readonly journalCopy?: JournalCopy<Operation> | undefined;
  readonly settings: Settings;
  readonly recorder: Recorder;
  readonly log: Log;
}

/** Returns an operation as the journal has it: without secrets, and without the sender, which the history records. */
const toStored = (operation: Operation): Operation =>
  'commands' in operation ? { commands: operation.commands.map(toStoredCommand) } : operation;

export function createPersistence(house: SimulatedHouseState, deps: PersistenceDeps): Persistence {
  const { db, journal, journalCopy, settings, recorder, log } = deps;
  const store = createLoggedTransact(db, log);
  const storeProgress = (what: string, writeMore: (state: State) => void): Result<undefined> => {
    const { at, state } = house.current();
    const stored = store(what, () => {
      recorder.write();
      writeTime(settings, { clock: house.clock(), reached: at });
      writeMore(state);
    });
    if (stored.ok) recorder.forgetWritten();
    return stored;
  };
  return {
    operations: (at, operations) => {
      const entries = operations.map((operation) => ({ at, operation: toStored(operation) }));
      const stored = store('an operation', () => {
        for (const { operation } of entries) journal.append(at, operation);
        for (const operation of operations) {
          if (!('commands' in operation)) continue;
          const { commands, by = { over: 'local' } } = operation;
          recorder.events.addCommands(at, commands, by);
        }
      });
      if (stored.ok) journalCopy?.append(entries);
      return stored;
    },
    clock: (clock) => store('the clock', () => writeTime(settings, { clock, reached: house.current().at })),
    progress: () => storeProgress('the history', () => {}),
    snapshot: () => storeProgress('the state', journal.saveSnapshot),
  };
}
