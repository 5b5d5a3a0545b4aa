import { nextTurn } from '@plenum/platform';
import { limits } from '@plenum/protocol/cloud';
import type { Db } from '../../../kernel/database/store.ts';
import { hashSecret } from '../secret.ts';

/** Keys of a turn and of its queue. */
export interface TurnKeys {
  readonly turn: string;
  readonly queue: string;
}

/** Returns the keys of the turn that a place has for an account. */
export const turnKeysOf = (emailKey: string, place: string): TurnKeys => ({
  turn: hashSecret(['turn', emailKey, place].join('\n')),
  queue: hashSecret(['queue', emailKey].join('\n')),
});

/** The turn state of an attempt. */
type Turn =
  /** No turn is needed, because there is no queue. */
  | { readonly is: 'unneeded' }
  /** The attempt is accepted, even if others have tried meanwhile. */
  | { readonly is: 'due' }
  /** The attempt is refused until `at` (ms UTC). */
  | { readonly is: 'waiting'; readonly at: number }
  /** The attempt is refused, and gets a turn after `behind` (ms UTC). */
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
 * Reads the turn of an attempt whose account is blocked until a given time. Nobody with a turn can be overtaken,
 * because new turns are added behind existing ones.
 */
export async function readTurn(
  db: Db,
  { turn, queue }: TurnKeys,
  { now, blockedUntil }: { readonly now: number; readonly blockedUntil: number },
): Promise<Turn> {
  const at = await readInstant(db, turn, now);
  if (at !== undefined) return at <= now ? { is: 'due' } : { is: 'waiting', at };
  const last = (await readInstant(db, queue, now)) ?? 0;
  return Math.max(last, blockedUntil) > now ? { is: 'missing', behind: last } : { is: 'unneeded' };
}

const setInstant = (db: Db, key: string, at: number) => {
  const columns = { blocked_until: at, expires_at: at + limits.signInTurn.usable };
  return db
    .insertInto('guess')
    .values({ key, failures: 0, ...columns })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(columns))
    .execute();
};

/**
 * Gives an attempt a turn: after the block has ended, and `pause` ms after the last turn. If that is beyond the longest
 * wait, turns are placed as close together as allowed. Up to 300 places therefore wait no longer than that, and all
 * places together can guess at most once a second. Returns the time of the turn.
 */
export async function giveTurn(
  db: Db,
  { turn, queue }: TurnKeys,
  of: {
    readonly now: number;
    readonly blockedUntil: number;
    readonly behind: number;
    readonly pause: number;
  },
): Promise<number> {
  const { now, blockedUntil, behind, pause } = of;
  const at = nextTurn({ now, last: behind, notBefore: blockedUntil, pause, ...limits.signInTurn });
  await setInstant(db, turn, at);
  await setInstant(db, queue, Math.max(at, behind));
  return at;
}

export const endTurn = async (db: Db, { turn }: TurnKeys): Promise<void> =>
  void (await db.deleteFrom('guess').where('key', '=', turn).execute());
