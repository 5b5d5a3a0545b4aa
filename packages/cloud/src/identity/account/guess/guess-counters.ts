import { longestWait } from '@plenum/platform/backoff';
import { refuse } from '@plenum/protocol/console';
import type { Db, Store } from '../../../kernel/database/store.ts';
import { done, type Result } from '../result.ts';
import { hashSecret } from '../secret.ts';
import { endTurn, giveTurn, readTurn, type TurnKeys } from './guess-turns.ts';

/** The number of failures without a wait, and the longest wait, ms. The wait begins at 1 s and grows with each failure. */
interface GuessLimit {
  readonly free: number;
  readonly maxWait: number;
}

/**
 * Counters limit guessing without locking the owner out: for an account from one browser that it was used in (`browser`), from
 * one place (`pair`), for a place, and for an account from all places and browsers where its owner never signed in. The last
 * one slows both an attacker with many places and the owner at a new place, who gets a turn that nobody overtakes
 * (`guess-turns.ts`).
 *
 * Wrong codes after the right password have counters of their own (`code...`), so that whoever knows the password cannot keep
 * the owner from trying it. That of the account has no turns and waits that make a six-digit code hopeless; it does not
 * count recovery codes, by which an owner at a new place signs in meanwhile.
 */
const guessLimits = {
  browser: { free: 5, maxWait: 15 * 60_000 },
  pair: { free: 5, maxWait: 15 * 60_000 },
  place: { free: 30, maxWait: 15 * 60_000 },
  account: { free: 100, maxWait: 30_000 },
  codeBrowser: { free: 4, maxWait: 15 * 60_000 },
  codePair: { free: 4, maxWait: 15 * 60_000 },
  codeAccount: { free: 10, maxWait: 60 * 60_000 },
  signUp: { free: 20, maxWait: 15 * 60_000 },
  taken: { free: 5, maxWait: 15 * 60_000 },
  userCode: { free: 40, maxWait: 15 * 60_000 },
  // At the longest wait, the link of the e-mail before it still works (`tokenLifetimes`), so nobody can keep its owner out.
  emailTo: { free: 3, maxWait: 30 * 60_000 },
  emailFrom: { free: 20, maxWait: 15 * 60_000 },
  emailBy: { free: 20, maxWait: 15 * 60_000 },
} as const satisfies Record<string, GuessLimit>;

/** Milliseconds from the last failure to the deletion of a counter. */
const counterRetention = 24 * 60 * 60_000;

const wait = ({ free, maxWait }: GuessLimit, failures: number): number =>
  failures <= free ? 0 : longestWait({ first: 1000, max: maxWait }, failures - free - 1);

/** The kinds of counters; the audit log stores these names. */
export type GuessKind = keyof typeof guessLimits;
export interface Counter {
  readonly kind: GuessKind;
  readonly key: string;
  /** While it is blocked, an attempt gets a turn. */
  readonly turn?: TurnKeys;
}

/** The counter of a kind for what it counts, such as a place; the database stores only its hash. */
export const counterOf = (kind: GuessKind, ...parts: string[]): Counter => ({
  kind,
  key: hashSecret([kind, ...parts].join('\n')),
});

/** The counters that begin to slow with this attempt. Refused attempts after it are neither counted nor logged. */
export type NewlySlowed = readonly GuessKind[];

/** Counters of failed attempts. Over the limit of its kind, each failure blocks a counter for longer. */
export interface GuessCounters {
  /** Counts an attempt as failed in every counter; refuses it while any of them is blocked, unless it is its turn. */
  count(counters: readonly Counter[]): Promise<Result<NewlySlowed>>;
  /** Takes one failure back. */
  takeBack(db: Db, counter: Counter): Promise<void>;
  /** Takes one failure back, and ends a block. */
  unblock(db: Db, counter: Counter): Promise<void>;
}

export const createGuessCounters = (store: Store, now: () => number): GuessCounters => {
  const readRows = (db: Db, counters: readonly Counter[]) => {
    const keys = counters.map(({ key }) => key);
    return db.selectFrom('guess').selectAll().where('key', 'in', keys).execute();
  };
  type Rows = Awaited<ReturnType<typeof readRows>>;

  const rowOf = (rows: Rows, { key }: Counter) => rows.find((row) => row.key === key);

  const blockedUntil = (rows: Rows, counters: readonly Counter[]): number =>
    Math.max(...counters.map((counter) => rowOf(rows, counter)?.blocked_until ?? 0), 0);

  const refuseUntil = (until: number) =>
    refuse('too-many-guesses', { facts: { seconds: Math.ceil((until - now()) / 1000) } });

  /** Refuses an attempt that a counter without turns blocks, or whose turn is later; `giveMissing` gives it one. */
  const refuseBlocked = async (
    db: Db,
    { rows, counters, giveMissing }: { rows: Rows; counters: readonly Counter[]; giveMissing: boolean },
  ) => {
    const until = blockedUntil(
      rows,
      counters.filter(({ turn }) => turn === undefined),
    );
    if (until > now()) return refuseUntil(until);
    for (const counter of counters) {
      const { kind, turn: keys } = counter;
      if (keys === undefined) continue;
      const at = { now: now(), blockedUntil: blockedUntil(rows, [counter]) };
      const turn = await readTurn(db, keys, at);
      if (turn.is === 'waiting') return refuseUntil(turn.at);
      if (turn.is === 'due' && giveMissing) await endTurn(db, keys);
      if (turn.is !== 'missing' || !giveMissing) continue;
      const pause = wait(guessLimits[kind], rowOf(rows, counter)?.failures ?? 0);
      return refuseUntil(await giveTurn(db, keys, { ...at, behind: turn.behind, pause }));
    }
    return undefined;
  };

  const countNow = (counters: readonly Counter[]): Promise<Result<NewlySlowed>> =>
    store.transaction('full', async ({ db }) => {
      // Updating the rows first makes concurrent attempts wait for each other, on either database.
      for (const key of counters.map(({ key }) => key).sort())
        await db
          .insertInto('guess')
          .values({ key, failures: 0, blocked_until: 0, expires_at: now() + counterRetention })
          .onConflict((conflict) =>
            conflict.column('key').doUpdateSet({ expires_at: now() + counterRetention }),
          )
          .execute();
      const rows = await readRows(db, counters);
      const refused = await refuseBlocked(db, { rows, counters, giveMissing: true });
      if (refused !== undefined) return refused;
      const begun: GuessKind[] = [];
      for (const counter of counters) {
        const { kind, key } = counter;
        const row = rowOf(rows, counter)!;
        const failures = row.failures + 1;
        if (failures === guessLimits[kind].free + 1) begun.push(kind);
        const blocked_until = Math.max(row.blocked_until, now() + wait(guessLimits[kind], failures));
        await db.updateTable('guess').set({ failures, blocked_until }).where('key', '=', key).execute();
      }
      return done(begun);
    });

  const count = async (counters: readonly Counter[]): Promise<Result<NewlySlowed>> => {
    const rows = await readRows(store.db, counters);
    // An attempt that is refused already, and has its turn if it gets one, costs reads and writes nothing.
    const refused = await refuseBlocked(store.db, { rows, counters, giveMissing: false });
    return refused ?? countNow(counters);
  };

  const decrement = (db: Db, counter: Counter) =>
    db
      .updateTable('guess')
      .set(({ eb }) => ({ failures: eb('failures', '-', 1) }))
      .where('key', '=', counter.key)
      .where('failures', '>', 0);

  return {
    count,
    takeBack: async (db, counter) => void (await decrement(db, counter).execute()),
    unblock: async (db, counter) => void (await decrement(db, counter).set({ blocked_until: 0 }).execute()),
  };
};
