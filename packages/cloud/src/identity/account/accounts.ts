import { randomUUID } from 'node:crypto';
import { refuse } from '@plenum/protocol/console';
import type { Db, Store, Transaction } from '../../kernel/database/store.ts';
import { invisible } from '../../kernel/http/invisible.ts';
import { toPlace } from './address.ts';
import { type Audit, type AuditEntry, createAudit } from './audit.ts';
import { createGuesses, type NewlySlowed } from './guess.ts';
import { checkPassword, defaultCost, hashPassword, isPasswordOf, toDummyHash } from './password.ts';
import { done, type Outcome } from './refusal.ts';
import { createSessions } from './session.ts';
import type { Account, Actor, Credentials, Session } from './shape.ts';

/** Lets another module act when an account is changed or deleted; runs in the same transaction. */
export type AccountHook = (tx: Transaction, actor: Actor) => Promise<void>;

/** Accounts and their sessions. `address` is the one a request came from. */
export interface Accounts {
  signUp(credentials: Credentials, address: string): Promise<Outcome<Session>>;
  signIn(credentials: Credentials, address: string): Promise<Outcome<Session>>;
  signOut(session: Session, address: string): Promise<void>;
  /**
   * Ends every session of the account and starts a new one. Revokes the access of apps too, unless `keepApps` is true:
   * another person with the old password may have granted it.
   */
  changePassword(
    session: Session,
    passwords: { readonly present: string; readonly next: string; readonly keepApps?: boolean },
    address: string,
  ): Promise<Outcome<Session>>;
  /** Deletes the account with all of its data. */
  remove(session: Session, password: string, address: string): Promise<Outcome<undefined>>;
  findSession(db: Db, secret: string): Promise<Session | undefined>;
  find(db: Db, accountId: string): Promise<Account | undefined>;
  /** Calls `hook` before an account is deleted. */
  beforeRemoval(hook: AccountHook): void;
  /** Calls `hook` when a changed password also revokes the access of apps. */
  onAppsEnded(hook: AccountHook): void;
  /** Counts the code of a device entered from an address (RFC 8628, 5.1); refuses when there were too many. */
  countUserCode(from: Partial<Actor> & Pick<Actor, 'address'>): Promise<Outcome<undefined>>;
  readonly audit: Audit;
}

const emailForm = /^[^\s@<>"]{1,64}@[^\s@<>".]+(\.[^\s@<>".]+)+$/u;

/** The form of an e-mail address for comparison. */
export const toEmailKey = (email: string): string => email.trim().normalize('NFC').toLowerCase();

const toAccount = (row: { id: string; email: string; created_at: number }): Account => ({
  id: row.id,
  email: row.email,
  createdAt: row.created_at,
});

/** Creates an account unless one with this e-mail address exists; returns the new or the existing one. */
export const ensureAccount = async (
  store: Store,
  { email, password }: Credentials,
  now: () => number,
  cost = defaultCost,
): Promise<{ account: Account; isNew: boolean }> => {
  const row = {
    id: randomUUID(),
    email: email.trim(),
    email_key: toEmailKey(email),
    password: await hashPassword(password, cost),
    created_at: now(),
    password_changed_at: now(),
  };
  const made = await store.db
    .insertInto('account')
    .values(row)
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made !== undefined) return { account: toAccount(row), isNew: true };
  const existing = await store.db
    .selectFrom('account')
    .selectAll()
    .where('email_key', '=', row.email_key)
    .executeTakeFirstOrThrow();
  return { account: toAccount(existing), isNew: false };
};

/** Sets up accounts over a store; hashing a password costs `cost`. */
export const createAccounts = (store: Store, now: () => number, cost = defaultCost): Accounts => {
  const dummyHash = toDummyHash(cost);
  const guesses = createGuesses(store, now);
  const sessions = createSessions(now);
  const audit = createAudit(now);
  const hooks = { removal: [] as AccountHook[], appsEnded: [] as AccountHook[] };

  const rowOf = (db: Db, column: 'id' | 'email_key', value: string) =>
    db.selectFrom('account').selectAll().where(column, '=', value).executeTakeFirst();

  /**
   * Whether the account still has the password hash that was checked. Hashing takes a while; meanwhile the account may have
   * been deleted or its password changed. Locks the account until the end of the transaction.
   */
  const isUnchanged = async (db: Db, { id, password }: { id: string; password: string }) => {
    const account = db.selectFrom('account').select('password').where('id', '=', id).forUpdate();
    return (await account.executeTakeFirst())?.password === password;
  };

  const noteSlowed = async (begun: NewlySlowed, from: Pick<AuditEntry, 'accountId' | 'address'>) => {
    for (const counter of begun)
      await audit.record(store.db, { act: 'guessing-slowed', ...from, facts: { counter } });
  };

  /** Checks a password and counts the attempt; takes as long without an account as with one. */
  const tryPassword = async (
    row: Awaited<ReturnType<typeof rowOf>>,
    { email, password }: Credentials,
    address: string,
  ): Promise<Outcome<boolean>> => {
    const place = toPlace(address);
    const attempt = { emailKey: toEmailKey(email), accountId: row?.id, place };
    const counted = await guesses.count(attempt);
    if (!counted.ok) return counted;
    const isRight = await isPasswordOf(password, row?.password ?? dummyHash);
    if (row === undefined || !isRight) {
      await noteSlowed(counted.value, { accountId: row?.id, address });
      return done(false);
    }
    await guesses.forgive({ ...attempt, accountId: row.id });
    return done(true);
  };

  return {
    audit,
    find: async (db, accountId) => {
      const row = await rowOf(db, 'id', accountId);
      return row && toAccount(row);
    },
    findSession: sessions.find,
    beforeRemoval: (hook) => void hooks.removal.push(hook),
    onAppsEnded: (hook) => void hooks.appsEnded.push(hook),
    countUserCode: async ({ accountId, address }) => {
      const counted = await guesses.countUserCode(toPlace(address));
      if (!counted.ok) return counted;
      await noteSlowed(counted.value, { accountId, address });
      return done(undefined);
    },

    signUp: async (credentials, address) => {
      const { email } = credentials;
      if (email.length > 254 || !emailForm.test(email.trim()) || invisible.test(email))
        return refuse('email-malformed');
      const checked = checkPassword(credentials);
      if (!checked.ok) return checked;
      const counted = await guesses.countSignUp(toPlace(address));
      if (!counted.ok) return counted;
      const { account, isNew } = await ensureAccount(store, credentials, now, cost);
      if (!isNew) {
        await noteSlowed(counted.value, { accountId: account.id, address });
        await audit.record(store.db, { act: 'sign-up-refused', accountId: account.id, address });
        return refuse('email-taken');
      }
      await guesses.forgiveSignUp(toPlace(address));
      const begun = counted.value.filter((counter) => counter !== 'taken');
      await noteSlowed(begun, { accountId: account.id, address });
      return store.transaction('full', async ({ db }) => {
        await audit.record(db, { act: 'account-made', accountId: account.id, address });
        return done(await sessions.start(db, account));
      });
    },

    signIn: async (credentials, address) => {
      const row = await rowOf(store.db, 'email_key', toEmailKey(credentials.email));
      const tried = await tryPassword(row, credentials, address);
      if (!tried.ok) return tried;
      return store.transaction('full', async ({ db }) => {
        if (row === undefined || !tried.value || !(await isUnchanged(db, row))) {
          await audit.record(db, { act: 'sign-in-refused', accountId: row?.id, address });
          return refuse('credentials-wrong');
        }
        await audit.record(db, { act: 'signed-in', accountId: row.id, address });
        return done(await sessions.start(db, toAccount(row)));
      });
    },

    signOut: (session, address) =>
      store.transaction('full', async ({ db }) => {
        await sessions.end(db, session.secret);
        await audit.record(db, { act: 'signed-out', accountId: session.account.id, address });
      }),

    changePassword: async ({ account }, { present, next, keepApps = false }, address) => {
      const row = await rowOf(store.db, 'id', account.id);
      if (row === undefined) return refuse('not-signed-in');
      const checked = checkPassword({ email: account.email, password: next });
      if (!checked.ok) return checked;
      const tried = await tryPassword(row, { email: account.email, password: present }, address);
      if (!tried.ok) return tried;
      const password = tried.value ? await hashPassword(next, cost) : undefined;
      return store.transaction('full', async (tx) => {
        const { db } = tx;
        if (password === undefined || !(await isUnchanged(db, row))) {
          await audit.record(db, { act: 'password-change-refused', accountId: account.id, address });
          return refuse('password-wrong');
        }
        await db
          .updateTable('account')
          .set({ password, password_changed_at: now() })
          .where('id', '=', account.id)
          .execute();
        await sessions.endAll(db, account.id);
        if (!keepApps) for (const hook of hooks.appsEnded) await hook(tx, { accountId: account.id, address });
        await audit.record(db, { act: 'password-changed', accountId: account.id, address });
        return done(await sessions.start(db, account));
      });
    },

    remove: async ({ account }, password, address) => {
      const row = await rowOf(store.db, 'id', account.id);
      if (row === undefined) return refuse('not-signed-in');
      const tried = await tryPassword(row, { email: account.email, password }, address);
      if (!tried.ok) return tried;
      return store.transaction('full', async (tx) => {
        const { db } = tx;
        if (!tried.value || !(await isUnchanged(db, row))) {
          await audit.record(db, { act: 'account-removal-refused', accountId: account.id, address });
          return refuse('password-wrong');
        }
        for (const hook of hooks.removal) await hook(tx, { accountId: account.id, address });
        await db.deleteFrom('account').where('id', '=', account.id).execute();
        await audit.record(db, { act: 'account-removed', accountId: account.id, address });
        return done(undefined);
      });
    },
  };
};
