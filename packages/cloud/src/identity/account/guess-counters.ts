import { longestWait } from '@plenum/machine/backoff';
import { refuse } from '@plenum/protocol/console';
import type { Db, Store } from '../../kernel/database/store.ts';
import { done, type Outcome } from './outcome.ts';
import { hashSecret } from './secret.ts';

/** The number of failures without a wait, and the longest wait, ms. The wait begins at 1 s and grows with each failure. */
interface GuessLimit {
  readonly free: number;
  readonly maxWait: number;
}

/**
 * Three counters limit guessing without locking the owner out: for an account from one place (`pair`), for a place, and for
 * an account from all places where its owner never signed in. The last one slows both an attacker with many places and the
 * owner at a new place, by half a minute at most.
 */
const guessLimits = {
  pair: { free: 5, maxWait: 15 * 60_000 },
  place: { free: 30, maxWait: 15 * 60_000 },
  account: { free: 100, maxWait: 30_000 },
  signUp: { free: 20, maxWait: 15 * 60_000 },
  taken: { free: 5, maxWait: 15 * 60_000 },
  userCode: { free: 40, maxWait: 15 * 60_000 },
} as const satisfies Record<string, GuessLimit>;

/** Milliseconds from the last failure to the deletion of a counter. */
const counterRetention = 24 * 60 * 60_000;

const wait = ({ free, maxWait }: GuessLimit, failures: number): number =>
  failures <= free ? 0 : longestWait({ first: 1000, max: maxWait }, failures - free - 1);

/** The kinds of counters; the audit log stores these names. */
export type GuessKind = keyof typeof guessLimits;
export type Counter = { readonly kind: GuessKind; readonly key: string };

/** The counter of a kind for what it counts, such as a place; the database stores only its hash. */
export const counterOf = (kind: GuessKind, ...parts: string[]): Counter => ({
  kind,
  key: hashSecret([kind, ...parts].join('\n')),
});

/** The counters that begin to slow with this attempt. Refused attempts after it are neither counted nor logged. */
export type NewlySlowed = readonly GuessKind[];

/** Counters of failed attempts. Over the limit of its kind, each failure blocks a counter for longer. */
export interface GuessCounters {
  /** Counts an attempt as failed in every counter; refuses it while any of them is blocked. */
  count(counters: readonly Counter[]): Promise<Outcome<NewlySlowed>>;
  /** Takes one failure back. */
  takeBack(db: Db, counter: Counter): Promise<void>;
  /** Takes one failure back, and ends a block. */
  unblock(db: Db, counter: Counter): Promise<void>;
}

export const createGuessCounters = (store: Store, now: () => number): GuessCounters => {
  const readRows = (db: Db, keys: readonly string[]) =>
    db.selectFrom('guess').selectAll().where('key', 'in', keys).execute();

  const refuseBlocked = (rows: Awaited<ReturnType<typeof readRows>>) => {
    const wait = Math.max(...rows.map(({ blocked_until: until }) => until), 0) - now();
    return wait > 0 ? refuse('too-many-guesses', { facts: { seconds: Math.ceil(wait / 1000) } }) : undefined;
  };

  const countNow = (counters: readonly Counter[], keys: readonly string[]): Promise<Outcome<NewlySlowed>> =>
    store.transaction('full', async ({ db }) => {
      // Updating the rows first makes concurrent attempts wait for each other, on either database.
      for (const key of [...keys].sort())
        await db
          .insertInto('guess')
          .values({ key, failures: 0, blocked_until: 0, expires_at: now() + counterRetention })
          .onConflict((conflict) =>
            conflict.column('key').doUpdateSet({ expires_at: now() + counterRetention }),
          )
          .execute();
      const rows = await readRows(db, keys);
      const blocked = refuseBlocked(rows);
      if (blocked !== undefined) return blocked;
      const begun: GuessKind[] = [];
      for (const { kind, key } of counters) {
        const failures = rows.find((row) => row.key === key)!.failures + 1;
        if (failures === guessLimits[kind].free + 1) begun.push(kind);
        const blocked_until = now() + wait(guessLimits[kind], failures);
        await db.updateTable('guess').set({ failures, blocked_until }).where('key', '=', key).execute();
      }
      return done(begun);
    });

  const count = async (counters: readonly Counter[]): Promise<Outcome<NewlySlowed>> => {
    const keys = counters.map(({ key }) => key);
    // An attempt that is refused already costs one read and writes nothing.
    return refuseBlocked(await readRows(store.db, keys)) ?? countNow(counters, keys);
  };

  const decrement = (db: Db, counter: Counter) =>
    db
      .updateTable('guess')
      .set(({ eb }) => ({ failures: eb('failures', '-', 1) }))
      .where('key', '=', counter.key)
      .where('failures', '>', 0);

  return {
    count,
    takeBack: async (db, counter) => void (await decrement(db, counter).execute()),
    unblock: async (db, counter) => void (await decrement(db, counter).set({ blocked_until: 0 }).execute()),
  };
};
