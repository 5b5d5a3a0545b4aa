import { maxClockDifference, nextTurn } from '@plenum/platform';
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
  /** The attempt is refused, and gets a turn after `behind`, the last one that was given. */
  | { readonly is: 'missing'; readonly behind: StoredTurn };

/** A stored turn. */
interface StoredTurn {
  readonly at: number;
  /** Number of turns up to this one that were later than the longest wait, because too many were waiting. */
  readonly beyond: number;
}

const none: StoredTurn = { at: 0, beyond: 0 };

/** Reads a turn that has not expired. Ignores one that is later than any could be: the clock has gone back since. */
const readStored = async (db: Db, key: string, now: number): Promise<StoredTurn | undefined> => {
  const row = await db
    .selectFrom('guess')
    .select(['blocked_until as at', 'failures as beyond'])
    .where('key', '=', key)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { maxWait, leastPause } = limits.signInTurn;
  const latest = now + maxClockDifference + maxWait + row.beyond * leastPause;
  return row.at <= latest ? row : undefined;
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
  const own = await readStored(db, turn, now);
  if (own !== undefined) return own.at <= now ? { is: 'due' } : { is: 'waiting', at: own.at };
  const behind = (await readStored(db, queue, now)) ?? none;
  return Math.max(behind.at, blockedUntil) > now ? { is: 'missing', behind } : { is: 'unneeded' };
}

const storeTurn = (db: Db, key: string, { at, beyond }: StoredTurn) => {
  const columns = { failures: beyond, blocked_until: at, expires_at: at + limits.signInTurn.usable };
  return db
    .insertInto('guess')
    .values({ key, ...columns })
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
    readonly behind: StoredTurn;
    readonly pause: number;
  },
): Promise<number> {
  const { now, blockedUntil, behind, pause } = of;
  const at = nextTurn({ now, last: behind.at, notBefore: blockedUntil, pause, ...limits.signInTurn });
  const given = { at, beyond: at > now + limits.signInTurn.maxWait ? behind.beyond + 1 : 0 };
  await storeTurn(db, turn, given);
  await storeTurn(db, queue, given);
  return at;
}

export const endTurn = async (db: Db, { turn }: TurnKeys): Promise<void> =>
  void (await db.deleteFrom('guess').where('key', '=', turn).execute());
