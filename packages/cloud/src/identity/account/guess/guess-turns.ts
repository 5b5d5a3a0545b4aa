import type { Db } from '../../../kernel/database/store.ts';
import { hashSecret } from '../secret.ts';

/** The longest wait for a turn unless more places wait than have turns 1 s apart until then, and how long one can be used, ms. */
export const turnTimes = { maxWait: 5 * 60_000, usable: 10 * 60_000, leastPause: 1_000 } as const;

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
  const columns = { blocked_until: at, expires_at: at + turnTimes.usable };
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
  const { maxWait, leastPause } = turnTimes;
  const at = Math.min(Math.max(blockedUntil, behind + pause), Math.max(now + maxWait, behind + leastPause));
  await setInstant(db, turn, at);
  await setInstant(db, queue, Math.max(at, behind));
  return at;
};

export const endTurn = async (db: Db, { turn }: TurnKeys): Promise<void> =>
  void (await db.deleteFrom('guess').where('key', '=', turn).execute());
