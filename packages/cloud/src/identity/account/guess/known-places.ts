import type { Db } from '../../../kernel/database/store.ts';
import { hashSecret } from '../secret.ts';

/** Time for which a place or browser stays known after its last sign-in, in ms. */
export const knownRetention = 90 * 24 * 60 * 60_000;
/** Maximum number of known places and browsers of one account. Only the most recently used ones are stored. */
export const maxKnown = 100;

/** The place and browser from which an account is used. */
export interface KnownFrom {
  /** The network (see `toClientNetwork`). */
  readonly place: string;
  /** The secret that identifies the browser (`Browsers.identify`), or `undefined` without a browser. */
  readonly browser?: string | undefined;
}

/** The places and browsers that accounts were used from, stored as hashes. */
interface KnownPlaces {
  /**
   * Returns which of the place and the browser are known for an account. Runs the query without an account too, so that
   * it takes equally long.
   */
  read(
    db: Db,
    of: KnownFrom & { readonly accountId: string | undefined },
  ): Promise<{ readonly place: boolean; readonly browser: boolean }>;
  /** Remembers the place and the browser as known. */
  remember(db: Db, of: KnownFrom & { readonly accountId: string }): Promise<void>;
}

/** Returns the stored hashes of a place and, if there is one, of a browser. */
const hashesOf = ({ place, browser }: KnownFrom) => ({
  place: hashSecret(place),
  browser: browser === undefined ? undefined : hashSecret(`browser\n${browser}`),
});

export const createKnownPlaces = (now: () => number): KnownPlaces => ({
  read: async (db, { accountId = '', ...from }) => {
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
  },
  remember: async (db, { accountId, ...from }) => {
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
  },
});
