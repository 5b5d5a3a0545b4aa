import type { Db, Store } from '../../kernel/database/store.ts';
import { type Counter, counterOf, createGuessCounters, type NewlySlowed } from './guess-counters.ts';
import { turnKeysOf } from './guess-turns.ts';
import type { Outcome } from './outcome.ts';
import { hashSecret } from './secret.ts';

/** Milliseconds that a place or browser stays known after the last sign-in from it. */
export const knownRetention = 90 * 24 * 60 * 60_000;
/** Places and browsers of one account that are known: those it was used in last. */
export const maxKnown = 100;

/** An attempt to sign in: the account, the place (`toClientNetwork`) and the browser. */
export interface Attempt {
  /** The normalized e-mail address, whether or not it has an account. */
  readonly emailKey: string;
  readonly accountId: string | undefined;
  readonly place: string;
  /** The secret by which the browser is recognized (`Browsers.identify`); undefined without a browser. */
  readonly browser?: string | undefined;
}

type KnownFrom = Pick<Attempt, 'place' | 'browser'>;

/** The stored hashes of a place, and of a browser where there is one. */
const hashesOf = ({ place, browser }: KnownFrom) => ({
  place: hashSecret(place),
  browser: browser === undefined ? undefined : hashSecret(`browser\n${browser}`),
});

/** Limits how often a password can be tried. */
export interface Guesses {
  /**
   * Counts an attempt as failed before its password is checked, so that a thousand at once count as a thousand. Refuses it
   * after too many; `forgive` takes it back.
   */
  count(attempt: Attempt): Promise<Outcome<NewlySlowed>>;
  /** The attempt succeeded: resets the failures from this place or browser and stores both as known. */
  forgive(attempt: Attempt & { accountId: string }): Promise<void>;
  /** Counts a code that follows the right password; `isShort` where it has the few digits of an authenticator app. */
  countCode(attempt: Attempt, isShort: boolean): Promise<Outcome<NewlySlowed>>;
  /** The code was right: resets the failures of codes, and of passwords (`forgive`). */
  forgiveCode(attempt: Attempt & { accountId: string }, isShort: boolean): Promise<void>;
  /** Takes back what `count` counted, where nothing was guessed and nobody signed in yet. */
  takeBack(attempt: Attempt): Promise<void>;
  /** Stores place and browser of a new account as known. */
  remember(db: Db, of: KnownFrom & { accountId: string }): Promise<void>;
  /** Counts an entered device code for a place; refuses after too many. */
  countUserCode(place: string): Promise<Outcome<NewlySlowed>>;
  /**
   * Counts a sign-up from a place, and also as one with a taken address until `forgiveSignUp` takes that back: probing which
   * addresses have accounts is slowed sooner. Refuses after too many of either.
   */
  countSignUp(place: string): Promise<Outcome<NewlySlowed>>;
  forgiveSignUp(place: string): Promise<void>;
  /**
   * Counts an e-mail requested from a place, by an account where one requests it for somebody else, and to an address whether or
   * not it has an account; refuses after too many.
   */
  countEmail(emailKey: string, place: string, requester?: string): Promise<Outcome<NewlySlowed>>;
}

export const createGuesses = (store: Store, now: () => number): Guesses => {
  const counters = createGuessCounters(store, now);

  // Queried without an account too, so that it takes as long.
  const readKnown = async (db: Db, { accountId = '', ...from }: Attempt) => {
    const { place, browser } = hashesOf(from);
    const rows = await db
      .selectFrom('known_address')
      .select('address_hash')
      .where('account_id', '=', accountId)
      .where('address_hash', 'in', browser === undefined ? [place] : [place, browser])
      .where('expires_at', '>', now())
      .execute();
    const known = rows.map((row) => row.address_hash);
    return { place: known.includes(place), browser: browser !== undefined && known.includes(browser) };
  };

  const countersOf = async (db: Db, attempt: Attempt): Promise<[Counter, ...Counter[]]> => {
    const { emailKey, place, browser = '' } = attempt;
    const known = await readKnown(db, attempt);
    if (known.browser) return [counterOf('browser', emailKey, browser)];
    const pair = counterOf('pair', emailKey, place);
    if (known.place) return [pair];
    const account = { ...counterOf('account', emailKey), turn: turnKeysOf(emailKey, place) };
    return [pair, counterOf('place', place), account];
  };

  const codeCountersOf = async (
    db: Db,
    attempt: Attempt,
    isShort: boolean,
  ): Promise<[Counter, ...Counter[]]> => {
    const { emailKey, place, browser = '' } = attempt;
    const known = await readKnown(db, attempt);
    if (known.browser) return [counterOf('codeBrowser', emailKey, browser)];
    const pair = counterOf('codePair', emailKey, place);
    return known.place || !isShort ? [pair] : [pair, counterOf('codeAccount', emailKey)];
  };

  const remember: Guesses['remember'] = async (db, { accountId, ...from }) => {
    const { place, browser } = hashesOf(from);
    const expires_at = now() + knownRetention;
    for (const address_hash of browser === undefined ? [place] : [place, browser])
      await db
        .insertInto('known_address')
        .values({ account_id: accountId, address_hash, expires_at })
        .onConflict((conflict) =>
          conflict.columns(['account_id', 'address_hash']).doUpdateSet({ expires_at }),
        )
        .execute();
    const ofAccount = db.selectFrom('known_address').where('account_id', '=', accountId);
    const newest = await ofAccount
      .select('address_hash')
      .orderBy('expires_at', 'desc')
      .limit(maxKnown)
      .execute();
    if (newest.length < maxKnown) return;
    await db
      .deleteFrom('known_address')
      .where('account_id', '=', accountId)
      .where(
        'address_hash',
        'not in',
        newest.map((row) => row.address_hash),
      )
      .execute();
  };

  /** Forgets the failures of a sign-in that succeeded; `isCounted` where its password is counted as failed still. */
  const settle = (attempt: Attempt & { accountId: string }, isCounted: boolean) =>
    store.transaction('full', async ({ db }) => {
      const [own, ...others] = await countersOf(db, attempt);
      await db.deleteFrom('guess').where('key', '=', own.key).execute();
      // Other failures from this place still count: signing in to one's own account allows no further guesses.
      for (const counter of others) {
        if (counter.turn !== undefined) await counters.unblock(db, counter);
        else if (isCounted) await counters.takeBack(db, counter);
      }
      await remember(db, attempt);
    });

  return {
    count: async (attempt) => counters.count(await countersOf(store.db, attempt)),
    countUserCode: (place) => counters.count([counterOf('userCode', place)]),
    countSignUp: (place) => counters.count([counterOf('signUp', place), counterOf('taken', place)]),
    forgiveSignUp: (place) => counters.takeBack(store.db, counterOf('taken', place)),
    takeBack: async (attempt) => {
      for (const counter of await countersOf(store.db, attempt)) await counters.takeBack(store.db, counter);
    },
    remember,
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
};
