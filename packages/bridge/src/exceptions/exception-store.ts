import type { DatabaseSync } from 'node:sqlite';
import type { Result } from '@plenum/protocol/refusal';
import type { FavouriteException, FavouriteExceptionRef } from '@plenum/protocol/schedule';
import { createSettings } from '../store/settings.ts';
import { transact } from '../store/transact.ts';
import type { Times } from './window.ts';

/** An exception in the store; `before` are the times that the favourite gets back, from when they are changed. */
export interface Stored extends FavouriteException {
  readonly from: number;
  readonly to: number;
  readonly before?: Times;
}

export const isApplied = ({ before }: Stored): boolean => before !== undefined;

export const isSame = (one: FavouriteExceptionRef, other: FavouriteExceptionRef): boolean =>
  one.kind === other.kind && one.index === other.index && one.date === other.date;

/** The exceptions that a data folder keeps. */
export interface ExceptionStore {
  all(): readonly Stored[];
  /** Durable when it returns. */
  replace(next: readonly Stored[]): Result<undefined>;
  /** All others. */
  without(one: FavouriteExceptionRef): readonly Stored[];
  /** The one that changes the times of the same favourite at the moment. */
  appliedTo(one: FavouriteExceptionRef): Stored | undefined;
}

const key = 'favourite-exceptions';

export const openExceptionStore = (db: DatabaseSync): ExceptionStore => {
  const settings = createSettings(db);
  let kept = (settings.read(key) ?? []) as readonly Stored[];
  return {
    all: () => kept,
    replace: (next) => {
      const stored = transact(db, () => settings.write(key, next));
      if (stored.ok) kept = next;
      return stored;
    },
    without: (one) => kept.filter((each) => !isSame(each, one)),
    appliedTo: ({ kind, index }) =>
      kept.find((one) => isApplied(one) && one.kind === kind && one.index === index),
  };
};
