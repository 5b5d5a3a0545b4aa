import type { Db, Store } from '../../kernel/database/store.ts';
import { type Counter, counterOf, createGuessCounters, type NewlySlowed } from './guess-counters.ts';
import type { Outcome } from './outcome.ts';
import { hashSecret } from './secret.ts';

/** Milliseconds that a place stays known after the last sign-in from it. */
const knownPlaceRetention = 90 * 24 * 60 * 60_000;

/** An attempt to sign in: the account and the place (`toPlace`). */
export interface Attempt {
  /** The normalized e-mail address, whether or not it has an account. */
  readonly emailKey: string;
  readonly accountId: string | undefined;
  readonly place: string;
}

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
  const counters = createGuessCounters(store, now);

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

  return {
    count: async (attempt) => counters.count(await countersOf(attempt)),
    countUserCode: (place) => counters.count([counterOf('userCode', place)]),
    countSignUp: (place) => counters.count([counterOf('signUp', place), counterOf('taken', place)]),
    forgiveSignUp: (place) => counters.takeBack(store.db, counterOf('taken', place)),
    forgive: (attempt) =>
      store.transaction('full', async ({ db }) => {
        const { key } = counterOf('pair', attempt.emailKey, attempt.place);
        await db.deleteFrom('guess').where('key', '=', key).execute();
        if (!(await isKnown(db, attempt))) {
          // Other failures from this place still count: signing in to one's own account allows no further guesses.
          await counters.takeBack(db, counterOf('place', attempt.place));
          await counters.unblock(db, counterOf('account', attempt.emailKey));
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
