import { addFailure, type Count, countAt, maxClockDifference, waitAfter } from '@plenum/platform';
import { limits } from '@plenum/protocol/cloud';
import { type ConsoleRefusal, type Refused, refuseRequest } from '@plenum/protocol/console';
import { ok, type Result } from '@plenum/protocol/refusal';
import type { Db, Store } from '../../../kernel/database/store.ts';
import { hashSecret } from '../secret.ts';
import { endTurn, giveTurn, readTurn, type TurnKeys } from './guess-turns.ts';

/** Time from the last failure until a counter expires, in ms. */
const retention = 24 * 60 * 60_000;

type Counts = (counter: Counter) => Count;

/** The kinds of counters. The audit log stores these names. */
type GuessKind = keyof typeof limits.guesses;
export interface Counter {
  readonly kind: GuessKind;
  readonly key: string;
  /** The queue in which attempts get turns while the counter is blocked. */
  readonly turn?: TurnKeys;
}

/** Returns the counter of a kind for a key, such as a place. The database stores only the hash. */
export const counterOf = (kind: GuessKind, ...parts: string[]): Counter => ({
  kind,
  key: hashSecret([kind, ...parts].join('\n')),
});

/**
 * The counters that begin to slow attempts down because of this attempt. Attempts that are refused afterwards are
 * neither counted nor logged.
 */
export type NewlySlowed = readonly GuessKind[];

/** Counters of failed attempts. Once a counter exceeds the limit of its kind, each failure blocks it for longer. */
interface GuessCounters {
  /**
   * Counts an attempt as failed in every counter. Refuses the attempt while any of the counters is blocked, unless it
   * is the attempt's turn.
   */
  look(counters: readonly Counter[]): Promise<Refused | undefined>;
  count(counters: readonly Counter[]): Promise<Result<NewlySlowed, ConsoleRefusal>>;
  /** Undoes one counted failure. */
  takeBack(db: Db, counter: Counter): Promise<void>;
  /** Undoes one counted failure and ends a block. */
  unblock(db: Db, counter: Counter): Promise<void>;
}

export function createGuessCounters(store: Store, now: () => number): GuessCounters {
  const readCounts = async (db: Db, counters: readonly Counter[]): Promise<Counts> => {
    const keys = counters.map(({ key }) => key);
    const rows = await db.selectFrom('guess').selectAll().where('key', 'in', keys).execute();
    const stored = new Map(
      rows.map(({ key, failures, blocked_until: blockedUntil, expires_at: expiresAt }) => [
        key,
        { failures, blockedUntil, expiresAt },
      ]),
    );
    return ({ kind, key }) => {
      const count = countAt(stored.get(key), now());
      // A block that ends later than any wait began before the clock went back.
      const isValid = count.blockedUntil <= now() + limits.guesses[kind].maxWait + maxClockDifference;
      return isValid ? count : { ...count, blockedUntil: 0 };
    };
  };

  const refuseUntil = (until: number) =>
    refuseRequest('too-many-guesses', { facts: { seconds: Math.ceil((until - now()) / 1000) } });

  /**
   * Refuses an attempt that is blocked by a counter without turns, or whose turn is later. `giveMissing` gives the
   * attempt a turn if it has none.
   */
  const refuseBlocked = async (
    db: Db,
    { counts, counters, giveMissing }: { counts: Counts; counters: readonly Counter[]; giveMissing: boolean },
  ) => {
    const withoutTurns = counters.filter(({ turn }) => turn === undefined);
    const until = Math.max(0, ...withoutTurns.map((counter) => counts(counter).blockedUntil));
    if (until > now()) return refuseUntil(until);
    for (const counter of counters) {
      const { kind, turn: keys } = counter;
      if (keys === undefined) continue;
      const { failures, blockedUntil } = counts(counter);
      const at = { now: now(), blockedUntil };
      const turn = await readTurn(db, keys, at);
      if (turn.is === 'waiting') return refuseUntil(turn.at);
      if (turn.is === 'due' && giveMissing) await endTurn(db, keys);
      if (turn.is !== 'missing' || !giveMissing) continue;
      const pause = waitAfter(limits.guesses[kind], failures);
      return refuseUntil(await giveTurn(db, keys, { ...at, behind: turn.behind, pause }));
    }
    return undefined;
  };

  const countNow = (counters: readonly Counter[]): Promise<Result<NewlySlowed, ConsoleRefusal>> =>
    store.transaction('full', async ({ db }) => {
      // Updating the rows first makes concurrent attempts wait for each other, on either database.
      for (const key of counters.map(({ key }) => key).sort())
        await db
          .insertInto('guess')
          .values({ key, failures: 0, blocked_until: 0, expires_at: now() + retention })
          .onConflict((conflict) => conflict.column('key').doUpdateSet({ key }))
          .execute();
      const counts = await readCounts(db, counters);
      const refused = await refuseBlocked(db, { counts, counters, giveMissing: true });
      if (refused !== undefined) return refused;
      const begun: GuessKind[] = [];
      for (const counter of counters) {
        const { kind, key } = counter;
        const limit = limits.guesses[kind];
        const next = addFailure(counts(counter), { limit, retention }, now());
        const { failures, blockedUntil: blocked_until, expiresAt: expires_at } = next;
        if (failures === limit.free + 1) begun.push(kind);
        await db
          .updateTable('guess')
          .set({ failures, blocked_until, expires_at })
          .where('key', '=', key)
          .execute();
      }
      return ok(begun);
    });

  const look = async (counters: readonly Counter[]): Promise<Refused | undefined> => {
    const counts = await readCounts(store.db, counters);
    return refuseBlocked(store.db, { counts, counters, giveMissing: false });
  };

  // If the attempt is refused and needs no new turn, nothing is written.
  const count = async (counters: readonly Counter[]): Promise<Result<NewlySlowed, ConsoleRefusal>> =>
    (await look(counters)) ?? countNow(counters);

  const decrement = (db: Db, counter: Counter) =>
    db
      .updateTable('guess')
      .set(({ eb }) => ({ failures: eb('failures', '-', 1) }))
      .where('key', '=', counter.key)
      .where('failures', '>', 0);

  return {
    look,
    count,
    takeBack: async (db, counter) => void (await decrement(db, counter).execute()),
    unblock: async (db, counter) => void (await decrement(db, counter).set({ blocked_until: 0 }).execute()),
  };
}
