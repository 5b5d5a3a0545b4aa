import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '@plenum/platform';
import { type Result, refuse } from '@plenum/protocol/refusal';
import type { SetupVisitAnswer } from '@plenum/protocol/zone';
import { createSettings } from '../store/settings.ts';
import { transact } from '../store/transact.ts';

/** The progress of an installer through a house, stored so that another browser or tablet can continue. */
export interface SetupVisit {
  read(): SetupVisitAnswer;
  /** Marks a zone as done, or as not done. Durable when it returns, as are the other changes. */
  mark(zone: number, isDone: boolean): Result<undefined>;
  nameInstaller(installer: string): Result<undefined>;
  end(): Result<undefined>;
}

interface SetupVisitDeps {
  readonly db: DatabaseSync;
  readonly clock: Pick<Clock, 'now'>;
  readonly readOnly: boolean;
}

const key = 'setup-visit';
const none: SetupVisitAnswer = { installer: '', done: [] };

/** Opens the visit that a data folder keeps. */
export function openSetupVisit({ db, clock, readOnly }: SetupVisitDeps): SetupVisit {
  const settings = createSettings(db);
  const read = (): SetupVisitAnswer => ({ ...none, ...(settings.read(key) as Partial<SetupVisitAnswer>) });
  const write = (next: SetupVisitAnswer): Result<undefined> =>
    readOnly ? refuse('read-only') : transact(db, () => settings.write(key, next));
  return {
    read,
    mark: (zone, isDone) => {
      const visit = read();
      const others = visit.done.filter((one) => one.zone !== zone);
      return write({ ...visit, done: isDone ? [...others, { zone, at: clock.now() }] : others });
    },
    nameInstaller: (installer) => write({ ...read(), installer }),
    end: () => write(none),
  };
}
