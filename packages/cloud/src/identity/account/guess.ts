import { longestWait } from '@plenum/machine/backoff';
import { refuse } from '@plenum/protocol/console';
import type { Db, Store } from '../../kernel/database/store.ts';
import { done, type Outcome } from './refusal.ts';
import { hashSecret } from './secret.ts';

/** How many failures are free, and how long the wait grows from 1 s with each one after that. Times in ms. */
interface Patience {
  readonly free: number;
  readonly longest: number;
}

/**
 * Three counters, so that nobody's guessing keeps the owner out: of one account from one place; of one place; and of one
 * account from all places where its owner never signed in. The last only slows: whoever guesses from many places and the
 * owner at a new place wait half a minute at most.
 */
const patiences = {
  pair: { free: 5, longest: 15 * 60_000 },
  place: { free: 30, longest: 15 * 60_000 },
  account: { free: 100, longest: 30_000 },
  signUp: { free: 20, longest: 15 * 60_000 },
  taken: { free: 5, longest: 15 * 60_000 },
  userCode: { free: 40, longest: 15 * 60_000 },
} as const satisfies Record<string, Patience>;

/** Milliseconds after the last failure when a counter is forgotten. */
const memory = 24 * 60 * 60_000;
/** Milliseconds a place stays known after the last sign-in from it. */
const knownFor = 90 * 24 * 60 * 60_000;

const wait = ({ free, longest }: Patience, failures: number): number =>
  failures <= free ? 0 : longestWait({ first: 1000, max: longest }, failures - free - 1);

/** Who tries, for which account, from where (`toPlace`). */
export interface Attempt {
  /** The address as it is compared, whether or not there is such an account. */
  readonly emailKey: string;
  readonly accountId: string | undefined;
  readonly place: string;
}

/** What is counted. */
export type GuessKind = keyof typeof patiences;
type Counter = { readonly kind: GuessKind; readonly key: string };

const counterOf = (kind: GuessKind, ...parts: string[]): Counter => ({
  kind,
  key: hashSecret([kind, ...parts].join('\n')),
});

/** The counters whose last free attempt was the one before. Whoever goes on is refused, and leaves no trace. */
export type BegunToSlow = readonly GuessKind[];

/** Limits how often a password can be tried. */
export interface Guesses {
  /**
   * Counts an attempt as failed before its password is looked at, so that a thousand at once count as a thousand;
   * refuses it when there were too many. `forgive` takes it back.
   */
  count(attempt: Attempt): Promise<Outcome<BegunToSlow>>;
  /** The attempt was the owner's: forgets the failures from this place, and knows the place from now on. */
  forgive(attempt: Attempt & { accountId: string }): Promise<void>;
  /** Counts a device's code entered from a place; refuses when there were too many. */
  countUserCode(place: string): Promise<Outcome<BegunToSlow>>;
  /**
   * Counts an account asked for from a place, and one that was there already until `forgiveSignUp` says it was not: so
   * asking for addresses to learn which have accounts is slowed sooner. Refuses when there were too many of either.
   */
  countSignUp(place: string): Promise<Outcome<BegunToSlow>>;
  forgiveSignUp(place: string): Promise<void>;
}

export const createGuesses = (store: Store, now: () => number): Guesses => {
  // Asked where there is no account too, so that it takes as long.
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

  const countAll = async (counters: readonly Counter[]): Promise<Outcome<BegunToSlow>> => {
    const keys = counters.map(({ key }) => key);
    // Whoever is slowed already is told so for the price of a look, and leaves nothing behind.
    return refuseBlocked(await readRows(store.db, keys)) ?? countNow(counters, keys);
  };

  const countNow = (counters: readonly Counter[], keys: readonly string[]): Promise<Outcome<BegunToSlow>> =>
    store.transaction('full', async ({ db }) => {
      // Touching the rows first makes attempts that meet wait for each other, on either database.
      for (const key of [...keys].sort())
        await db
          .insertInto('guess')
          .values({ key, failures: 0, blocked_until: 0, expires_at: now() + memory })
          .onConflict((conflict) => conflict.column('key').doUpdateSet({ expires_at: now() + memory }))
          .execute();
      const rows = await readRows(db, keys);
      const blocked = refuseBlocked(rows);
      if (blocked !== undefined) return blocked;
      const begun: GuessKind[] = [];
      for (const { kind, key } of counters) {
        const failures = rows.find((row) => row.key === key)!.failures + 1;
        if (failures === patiences[kind].free + 1) begun.push(kind);
        const blocked_until = now() + wait(patiences[kind], failures);
        await db.updateTable('guess').set({ failures, blocked_until }).where('key', '=', key).execute();
      }
      return done(begun);
    });

  const takeBack = (db: Db, counter: Counter) =>
    db
      .updateTable('guess')
      .set(({ eb }) => ({ failures: eb('failures', '-', 1) }))
      .where('key', '=', counter.key)
      .where('failures', '>', 0);

  return {
    count: async (attempt) => countAll(await countersOf(attempt)),
    countUserCode: (place) => countAll([counterOf('userCode', place)]),
    countSignUp: (place) => countAll([counterOf('signUp', place), counterOf('taken', place)]),
    forgiveSignUp: async (place) => void (await takeBack(store.db, counterOf('taken', place)).execute()),
    forgive: (attempt) =>
      store.transaction('full', async ({ db }) => {
        const { key } = counterOf('pair', attempt.emailKey, attempt.place);
        await db.deleteFrom('guess').where('key', '=', key).execute();
        if (!(await isKnown(db, attempt))) {
          // What others guessed at from this place stays as it is: an account of one's own buys no further guesses.
          await takeBack(db, counterOf('place', attempt.place)).execute();
          await takeBack(db, counterOf('account', attempt.emailKey)).set({ blocked_until: 0 }).execute();
        }
        const expires_at = now() + knownFor;
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
