import { nextTurn } from '@plenum/platform';
import { limits } from '@plenum/protocol/cloud';
import type { Db } from '../../../kernel/database/store.ts';
import { hashSecret } from '../secret.ts';

/** Who waits for what: the keys of a turn and of the queue that it is in. */
export interface TurnKeys {
  readonly turn: string;
  readonly queue: string;
}

/** The turn of a place for an account. */
export const turnKeysOf = (emailKey: string, place: string): TurnKeys => ({
  turn: hashSecret(['turn', emailKey, place].join('\n')),
  queue: hashSecret(['queue', emailKey].join('\n')),
});

/** What a turn means for an attempt now. */
export type Turn =
  /** Nobody waits. */
  | { readonly is: 'unneeded' }
  /** The attempt is accepted, whatever others have tried meanwhile. */
  | { readonly is: 'due' }
  /** The attempt is refused until then. */
  | { readonly is: 'waiting'; readonly at: number }
  /** The attempt is refused, and gets a turn after `behind`. */
  | { readonly is: 'missing'; readonly behind: number };

const readInstant = async (db: Db, key: string, now: number): Promise<number | undefined> => {
  const row = await db
    .selectFrom('guess')
    .select('blocked_until')
    .where('key', '=', key)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row?.blocked_until;
};

/**
 * The turn of an attempt whose account is blocked until an instant. Whoever has a turn cannot be overtaken: as long as turns are
 * ahead, others get one behind them.
 */
export const readTurn = async (
  db: Db,
  { turn, queue }: TurnKeys,
  { now, blockedUntil }: { readonly now: number; readonly blockedUntil: number },
): Promise<Turn> => {
  const at = await readInstant(db, turn, now);
  if (at !== undefined) return at <= now ? { is: 'due' } : { is: 'waiting', at };
  const last = (await readInstant(db, queue, now)) ?? 0;
  return Math.max(last, blockedUntil) > now ? { is: 'missing', behind: last } : { is: 'unneeded' };
};

const setInstant = (db: Db, key: string, at: number) => {
  const columns = { blocked_until: at, expires_at: at + limits.signInTurn.usable };
  return db
    .insertInto('guess')
    .values({ key, failures: 0, ...columns })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(columns))
    .execute();
};

/**
 * Gives a turn: when the block ends, and `pause` ms behind the last turn. Where that is later than the longest wait, turns are
 * as little apart as they may be: 300 places wait no longer than that, and no number of them guesses faster than once a
 * second. Returns the instant.
 */
export const giveTurn = async (
  db: Db,
  { turn, queue }: TurnKeys,
  of: {
    readonly now: number;
    readonly blockedUntil: number;
    readonly behind: number;
    readonly pause: number;
  },
): Promise<number> => {
  const { now, blockedUntil, behind, pause } = of;
  const at = nextTurn({ now, last: behind, notBefore: blockedUntil, pause, ...limits.signInTurn });
  await setInstant(db, turn, at);
  await setInstant(db, queue, Math.max(at, behind));
  return at;
};

export const endTurn = async (db: Db, { turn }: TurnKeys): Promise<void> =>
  void (await db.deleteFrom('guess').where('key', '=', turn).execute());
