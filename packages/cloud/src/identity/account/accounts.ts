import type { Db, Store } from '../../kernel/database/store.ts';
import { type AccountChanges, createAccountChanges } from './account-changes.ts';
import { findAccountRow, toAccount } from './account-store.ts';
import { toPlace } from './address.ts';
import { createAttempts } from './attempts.ts';
import { type Audit, createAudit } from './audit.ts';
import { createGuesses } from './guess.ts';
import { done, type Outcome } from './outcome.ts';
import { defaultCost } from './password.ts';
import { createSessions } from './session.ts';
import type { Account, Actor, Session } from './shape.ts';
import { createSignIn, type SignIn } from './sign-in.ts';

/** Accounts and their sessions. */
export interface Accounts extends SignIn, AccountChanges {
  findSession(db: Db, secret: string): Promise<Session | undefined>;
  find(db: Db, accountId: string): Promise<Account | undefined>;
  /** Counts the code of a device entered from an address (RFC 8628, 5.1); refuses when there were too many. */
  countUserCode(from: Partial<Actor> & Pick<Actor, 'address'>): Promise<Outcome<undefined>>;
  readonly audit: Audit;
}

/** Sets up accounts over a store; hashing a password costs `cost`. */
export const createAccounts = (store: Store, now: () => number, cost = defaultCost): Accounts => {
  const guesses = createGuesses(store, now);
  const sessions = createSessions(now);
  const audit = createAudit(now);
  const attempts = createAttempts({ store, guesses, audit, cost });
  const deps = { store, attempts, guesses, sessions, audit, now, cost };
  return {
    ...createSignIn(deps),
    ...createAccountChanges(deps),
    audit,
    findSession: sessions.find,
    find: async (db, accountId) => {
      const row = await findAccountRow(db, 'id', accountId);
      return row && toAccount(row);
    },
    countUserCode: async ({ accountId, address }) => {
      const counted = await guesses.countUserCode(toPlace(address));
      if (!counted.ok) return counted;
      await attempts.recordSlowed(counted.value, { accountId, address });
      return done(undefined);
    },
  };
};
