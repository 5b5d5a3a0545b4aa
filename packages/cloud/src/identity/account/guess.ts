import { longestWait } from '@plenum/machine/backoff';
import { refuse } from '@plenum/protocol/console';
import type { Db, Store } from '../../kernel/database/store.ts';
import { done, type Outcome } from './refusal.ts';
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
/** Milliseconds a place stays known after the last sign-in from it. */
const knownPlaceRetention = 90 * 24 * 60 * 60_000;

const wait = ({ free, maxWait }: GuessLimit, failures: number): number =>
  failures <= free ? 0 : longestWait({ first: 1000, max: maxWait }, failures - free - 1);

/** An attempt to sign in: the account and the place (`toPlace`). */
export interface Attempt {
  /** The normalized e-mail address, whether or not it has an account. */
  readonly emailKey: string;
  readonly accountId: string | undefined;
  readonly place: string;
}

/** The kinds of counters; the audit log stores these names. */
export type GuessKind = keyof typeof guessLimits;
type Counter = { readonly kind: GuessKind; readonly key: string };

const counterOf = (kind: GuessKind, ...parts: string[]): Counter => ({
  kind,
  key: hashSecret([kind, ...parts].join('\n')),
});

/** The counters that begin to slow with this attempt. Refused attempts after it are neither counted nor logged. */
export type NewlySlowed = readonly GuessKind[];

/** Limits how often a password can be tried. */
export interface Guesses {
  /**
   * Counts an attempt as failed before its password is checked, so that a thousand at once count as a thousand. Refuses it
   * after too many; `forgive` takes it back.
   */
  count(attempt: Attempt): Promise<Outcome<NewlySlowed>>;
  /** The attempt succeeded: resets the failures from this place and stores the place as known. */
  forgive(attempt: Attempt & { accountId: string }): Promise<void>;
  /** Counts an entered device code for a place; refuses after too many. */
  countUserCode(place: string): Promise<Outcome<NewlySlowed>>;
  /**
   * Counts a sign-up from a place, and also as one with a taken address until `forgiveSignUp` takes that back: probing which
   * addresses have accounts is slowed sooner. Refuses after too many of either.
   */
  countSignUp(place: string): Promise<Outcome<NewlySlowed>>;
  forgiveSignUp(place: string): Promise<void>;
}

export const createGuesses = (store: Store, now: () => number): Guesses => {
  // Queried without an account too, so that it takes as long.
  const isKnown = async (db: Db, { accountId = '', place }: Attempt): Promise<boolean> => {
    const row = await db
      .selectFrom('known_address')
      .select('expires_at')
      .where('account_id', '=', accountId)
      .where('address_hash', '=', hashSecret(place))
      .executeTakeFirst();
    return row !== undefined && row.expires_at > now();
  };

  const countersOf = async (attempt: Attempt): Promise<Counter[]> => {
    const pair = counterOf('pair', attempt.emailKey, attempt.place);
    if (await isKnown(store.db, attempt)) return [pair];
    return [pair, counterOf('place', attempt.place), counterOf('account', attempt.emailKey)];
  };

  const readRows = (db: Db, keys: readonly string[]) =>
    db.selectFrom('guess').selectAll().where('key', 'in', keys).execute();

  const refuseBlocked = (rows: Awaited<ReturnType<typeof readRows>>) => {
    const wait = Math.max(...rows.map(({ blocked_until: until }) => until), 0) - now();
    return wait > 0 ? refuse('too-many-guesses', { facts: { seconds: Math.ceil(wait / 1000) } }) : undefined;
  };

  const countAll = async (counters: readonly Counter[]): Promise<Outcome<NewlySlowed>> => {
    const keys = counters.map(({ key }) => key);
    // An attempt that is refused already costs one read and writes nothing.
    return refuseBlocked(await readRows(store.db, keys)) ?? countNow(counters, keys);
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

  const decrement = (db: Db, counter: Counter) =>
    db
      .updateTable('guess')
      .set(({ eb }) => ({ failures: eb('failures', '-', 1) }))
      .where('key', '=', counter.key)
      .where('failures', '>', 0);

  return {
    count: async (attempt) => countAll(await countersOf(attempt)),
    countUserCode: (place) => countAll([counterOf('userCode', place)]),
    countSignUp: (place) => countAll([counterOf('signUp', place), counterOf('taken', place)]),
    forgiveSignUp: async (place) => void (await decrement(store.db, counterOf('taken', place)).execute()),
    forgive: (attempt) =>
      store.transaction('full', async ({ db }) => {
        const { key } = counterOf('pair', attempt.emailKey, attempt.place);
        await db.deleteFrom('guess').where('key', '=', key).execute();
        if (!(await isKnown(db, attempt))) {
          // Other failures from this place still count: signing in to one's own account allows no further guesses.
          await decrement(db, counterOf('place', attempt.place)).execute();
          await decrement(db, counterOf('account', attempt.emailKey)).set({ blocked_until: 0 }).execute();
        }
        const expires_at = now() + knownPlaceRetention;
        await db
          .insertInto('known_address')
          .values({ account_id: attempt.accountId, address_hash: hashSecret(attempt.place), expires_at })
          .onConflict((conflict) =>
            conflict.columns(['account_id', 'address_hash']).doUpdateSet({ expires_at }),
          )
          .execute();
      }),
  };
};
