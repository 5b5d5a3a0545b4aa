import type { ConsoleRefusal, Refused } from '@plenum/protocol/console';
import type { Result } from '@plenum/protocol/refusal';
import type { Db, Store } from '../../../kernel/database/store.ts';
import { type Counter, counterOf, createGuessCounters, type NewlySlowed } from './guess-counters.ts';
import { turnKeysOf } from './guess-turns.ts';
import { createKnownPlaces, type KnownFrom } from './known-places.ts';

/** An attempt to sign in to an account. */
export interface Attempt extends KnownFrom {
  /** The normalized e-mail address. There may be no account with this address. */
  readonly emailKey: string;
  readonly accountId: string | undefined;
}

/** Limits how often a password can be tried. */
export interface Guesses {
  /**
   * Counts an attempt as failed before its password is checked, so that a thousand concurrent attempts count as a
   * thousand. Refuses after too many. `forgive` undoes the count.
   */
  count(attempt: Attempt): Promise<Result<NewlySlowed, ConsoleRefusal>>;
  /** Returns the refusal of an attempt that `count` would refuse, without counting it. */
  look(attempt: Attempt): Promise<Refused | undefined>;
  /**
   * Resets the failures from this network address or browser after a successful attempt, and remembers both as known.
   */
  forgive(attempt: Attempt & { accountId: string }): Promise<void>;
  /**
   * Counts a code that follows the right password. `isShort` is true if the code has the few digits of an authenticator
   * app.
   */
  countCode(attempt: Attempt, isShort: boolean): Promise<Result<NewlySlowed, ConsoleRefusal>>;
  /** After a right code, resets the failures of codes and those of passwords (`forgive`). */
  forgiveCode(attempt: Attempt & { accountId: string }, isShort: boolean): Promise<void>;
  /** Undoes `count` for an attempt that guessed nothing and has not signed anybody in yet. */
  takeBack(attempt: Attempt): Promise<void>;
  /** Remembers the place and browser of a new account as known. */
  remember(db: Db, of: KnownFrom & { accountId: string }): Promise<void>;
  /** Counts an attempt to enter a device code from a network address, and refuses after too many. */
  countUserCode(place: string): Promise<Result<NewlySlowed, ConsoleRefusal>>;
  /**
   * Counts a sign-up from a place. Until `forgiveSignUp`, it also counts as a sign-up with a taken address, so that
   * attempts to find out which addresses have accounts are slowed down sooner. Refuses after too many of either.
   */
  countSignUp(place: string): Promise<Result<NewlySlowed, ConsoleRefusal>>;
  forgiveSignUp(place: string): Promise<void>;
  /**
   * Counts an e-mail for its address (even if the address has no account), for the place of the request, and for the
   * account that requested it for another person. Refuses after too many.
   */
  countEmail(
    emailKey: string,
    place: string,
    requester?: string,
  ): Promise<Result<NewlySlowed, ConsoleRefusal>>;
}

export function createGuesses(store: Store, now: () => number): Guesses {
  const counters = createGuessCounters(store, now);
  const known = createKnownPlaces(now);

  const countersOf = async (db: Db, attempt: Attempt): Promise<[Counter, ...Counter[]]> => {
    const { emailKey, place, browser = '' } = attempt;
    const from = await known.read(db, attempt);
    if (from.browser) return [counterOf('browser', emailKey, browser)];
    const pair = counterOf('pair', emailKey, place);
    if (from.place) return [pair];
    const account = { ...counterOf('account', emailKey), turn: turnKeysOf(emailKey, place) };
    return [pair, counterOf('place', place), account];
  };

  const codeCountersOf = async (
    db: Db,
    attempt: Attempt,
    isShort: boolean,
  ): Promise<[Counter, ...Counter[]]> => {
    const { emailKey, place, browser = '' } = attempt;
    const from = await known.read(db, attempt);
    if (from.browser) return [counterOf('codeBrowser', emailKey, browser)];
    const pair = counterOf('codePair', emailKey, place);
    return from.place || !isShort ? [pair] : [pair, counterOf('codeAccount', emailKey)];
  };

  /** Resets the failures of a sign-in that succeeded. `isCounted` is true if its password still counts as failed. */
  const settle = (attempt: Attempt & { accountId: string }, isCounted: boolean) =>
    store.transaction('full', async ({ db }) => {
      const [own, ...others] = await countersOf(db, attempt);
      await db.deleteFrom('guess').where('key', '=', own.key).execute();
      // Other failures from this place still count, because signing in to one's own account must not allow further
      // guesses.
      for (const counter of others) {
        if (counter.turn !== undefined) await counters.unblock(db, counter);
        else if (isCounted) await counters.takeBack(db, counter);
      }
      await known.remember(db, attempt);
    });

  return {
    count: async (attempt) => counters.count(await countersOf(store.db, attempt)),
    look: async (attempt) => counters.look(await countersOf(store.db, attempt)),
    countUserCode: (place) => counters.count([counterOf('userCode', place)]),
    countSignUp: (place) => counters.count([counterOf('signUp', place), counterOf('taken', place)]),
    forgiveSignUp: (place) => counters.takeBack(store.db, counterOf('taken', place)),
    takeBack: async (attempt) => {
      for (const counter of await countersOf(store.db, attempt)) await counters.takeBack(store.db, counter);
    },
    remember: known.remember,
    countEmail: (emailKey, place, requester) =>
      counters.count([
        counterOf('emailTo', emailKey),
        counterOf('emailFrom', place),
        ...(requester === undefined ? [] : [counterOf('emailBy', requester)]),
      ]),
    countCode: async (attempt, isShort) => counters.count(await codeCountersOf(store.db, attempt, isShort)),
    forgiveCode: async (attempt, isShort) => {
      const [own, ...others] = await codeCountersOf(store.db, attempt, isShort);
      await store.db.deleteFrom('guess').where('key', '=', own.key).execute();
      for (const counter of others) await counters.takeBack(store.db, counter);
      await settle(attempt, false);
    },
    forgive: (attempt) => settle(attempt, true),
  };
}
