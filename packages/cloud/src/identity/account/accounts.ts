import { toPlace } from '@plenum/machine';
import type { Db, Store } from '../../kernel/database/store.ts';
import { type AccountChanges, type AccountHook, createAccountChanges } from './account-changes.ts';
import { findAccountRow, toAccount } from './account-store.ts';
import { createAttempts } from './attempts.ts';
import { type Audit, createAudit } from './audit.ts';
import { createEmailLinks, type EmailLinks } from './email.ts';
import { createGuesses } from './guess.ts';
import type { AccountMail } from './mail.ts';
import { done, type Outcome } from './outcome.ts';
import { defaultCost, type PasswordCost } from './password.ts';
import { createSessions } from './session.ts';
import type { Account, Actor, Session } from './shape.ts';
import { createSignIn, type SignIn } from './sign-in.ts';

/** Accounts and their sessions. */
export interface Accounts extends SignIn, AccountChanges {
  findSession(db: Db, secret: string): Promise<Session | undefined>;
  /** Calls a listener with the account of sessions that ended before their time, after the commit and on this node. */
  onSessionsEnded(listen: (accountId: string) => void): void;
  find(db: Db, accountId: string): Promise<Account | undefined>;
  /** Counts the code of a device entered from an address (RFC 8628, 5.1); refuses when there were too many. */
  countUserCode(from: Partial<Actor> & Pick<Actor, 'address'>): Promise<Outcome<undefined>>;
  readonly audit: Audit;
  readonly email: EmailLinks;
}

export interface AccountsOptions {
  /** What hashing a password costs. */
  readonly cost?: PasswordCost;
  /** How e-mail is sent; without it nothing that needs e-mail is offered. */
  readonly mail?: Pick<AccountMail, 'outbox' | 'notify'> | undefined;
}

/** Sets up accounts over a store. */
export const createAccounts = (
  store: Store,
  now: () => number,
  { cost = defaultCost, mail }: AccountsOptions = {},
): Accounts => {
  const guesses = createGuesses(store, now);
  const sessions = createSessions(now);
  const audit = createAudit(now, mail?.notify);
  const attempts = createAttempts({ store, guesses, audit, cost });
  const appsEnded: AccountHook[] = [];
  const deps = { store, attempts, guesses, sessions, audit, appsEnded, now, cost };
  const email = createEmailLinks({ ...deps, outbox: mail?.outbox });
  const signIn = createSignIn(deps);
  return {
    ...signIn,
    ...createAccountChanges(deps),
    signUp: async (credentials, address, browser) => {
      const made = await signIn.signUp(credentials, address, browser);
      if (made.ok && email.isOffered) await email.requestVerification(made.value.account, address);
      return made;
    },
    audit,
    email,
    findSession: sessions.find,
    onSessionsEnded: sessions.onEnded,
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
