import type { DatabaseSync } from 'node:sqlite';
import { ok, type Result } from '@plenum/protocol/refusal';
import type { FavouriteExceptionRef, SetException } from '@plenum/protocol/schedule';
import { createSettings } from '../store/settings.ts';
import { transact } from '../store/transact.ts';

export const isSame = (one: FavouriteExceptionRef, other: FavouriteExceptionRef): boolean =>
  one.kind === other.kind &&
  one.date === other.date &&
  (one.kind === 'holiday' || one.index === (other as typeof one).index);

/** The store of exceptions: the state of a simulated house, or the data folder in front of a real bridge. */
export interface ExceptionStore {
  all(): readonly SetException[];
  /** Durable when it resolves. */
  replace(next: readonly SetException[]): Promise<Result<undefined>>;
}

const key = 'favourite-exceptions';

/** Opens the exceptions in front of a real bridge. */
export function openExceptionStore(db: DatabaseSync): ExceptionStore {
  const settings = createSettings(db);
  let kept = (settings.read(key) ?? []) as readonly SetException[];
  return {
    all: () => kept,
    replace: async (next) => {
      const stored = transact(db, () => settings.write(key, next));
      if (!stored.ok) return stored;
      kept = next;
      return ok(undefined);
    },
  };
}
