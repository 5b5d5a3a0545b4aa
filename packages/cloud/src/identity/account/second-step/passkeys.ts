import { type ConsoleRefusal, refuseRequest } from '@plenum/protocol/console';
import { ok, type Result } from '@plenum/protocol/refusal';
import type { Db } from '../../../kernel/database/store.ts';
import { invisible } from '../../../kernel/http/invisible.ts';
import { findAccountRow, isUnchanged, toAccount } from '../account-store.ts';
import type { Audit } from '../audit/audit.ts';
import type { Attempts } from '../guess/attempts.ts';
import type { AccountSession, Visitor } from '../shape.ts';
import {
  type Challenge,
  type ChallengeAnswer,
  createPasskeyChallenges,
  loadWebAuthn,
  type PasskeyChallengesDeps,
} from './passkey-challenges.ts';

const maxPasskeys = 20;
const longestName = 60;

export interface Passkey {
  readonly id: string;
  readonly name: string;
  /** In ms since 1970 UTC. */
  readonly createdAt: number;
  readonly usedAt?: number | undefined;
}

/** Sign-in with passkeys (WebAuthn, discoverable credentials with user verification) in place of the password. */
export interface Passkeys {
  /** The origin at which passkeys work. */
  readonly origin: string;
  list(accountId: string): Promise<readonly Passkey[]>;
  /** Begins to add a passkey. Requires the password. */
  begin(session: AccountSession, password: string, from: Visitor): Promise<Result<Challenge, ConsoleRefusal>>;
  add(
    session: AccountSession,
    passkey: ChallengeAnswer & { readonly name: string },
    address: string,
  ): Promise<Result<undefined, ConsoleRefusal>>;
  rename(
    session: AccountSession,
    passkey: { readonly id: string; readonly name: string },
  ): Promise<Result<undefined, ConsoleRefusal>>;
  remove(session: AccountSession, id: string, address: string): Promise<Result<undefined, ConsoleRefusal>>;
  removeAll(db: Db, accountId: string): Promise<void>;
  beginSignIn(): Promise<Challenge>;
  signInWithPasskey(answer: ChallengeAnswer, from: Visitor): Promise<Result<AccountSession, ConsoleRefusal>>;
}

export interface PasskeysDeps extends PasskeyChallengesDeps {
  readonly attempts: Attempts;
  /** Starts a session of an account whose owner was verified. */
  readonly startSession: (
    db: Db,
    account: AccountSession['account'],
    from: Visitor,
  ) => Promise<AccountSession>;
  readonly audit: Audit;
}

const isName = (name: string): boolean =>
  name !== '' && [...name].length <= longestName && !invisible.test(name);

const readRows = (db: Db, accountId: string) =>
  db.selectFrom('passkey').selectAll().where('account_id', '=', accountId).orderBy('created_at').execute();

type PasskeyChallenges = ReturnType<typeof createPasskeyChallenges>;

/** Adds a passkey to an account, in two steps. */
const createRegistration = (
  { store, attempts, audit, now }: PasskeysDeps,
  challenges: PasskeyChallenges,
): Pick<Passkeys, 'begin' | 'add'> => ({
  begin: async ({ account }, password, from) => {
    const row = await findAccountRow(store.db, 'id', account.id);
    if (row === undefined) return refuseRequest('not-signed-in');
    const tried = await attempts.tryPassword(row, { email: account.email, password }, from);
    if (!tried.ok) return tried;
    if (!tried.value || !(await isUnchanged(store.db, row))) return refuseRequest('password-wrong');
    const known = await readRows(store.db, account.id);
    if (known.length >= maxPasskeys)
      return refuseRequest('too-many-passkeys', { facts: { most: maxPasskeys } });
    const { generateRegistrationOptions } = await loadWebAuthn();
    const options = await generateRegistrationOptions({
      rpName: 'Plenum',
      rpID: challenges.rpID,
      userName: account.email,
      userID: Uint8Array.from(Buffer.from(account.id)),
      excludeCredentials: known.map(({ id }) => ({ id })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    return ok({ options, ticket: challenges.toTicket(options.challenge, account.id) });
  },

  add: async ({ account }, { ticket, response, name }, address) => {
    if (!isName(name.trim()))
      return refuseRequest('passkey-name-malformed', { facts: { most: longestName } });
    const challenge = challenges.readTicket(ticket, account.id);
    const credential = challenge && (await challenges.verifyNew(challenge, response));
    if (!credential) return refuseRequest('passkey-unusable');
    return store.transaction('full', async ({ db }) => {
      if (!(await challenges.spend(db, challenge))) return refuseRequest('passkey-unusable');
      if ((await readRows(db, account.id)).length >= maxPasskeys)
        return refuseRequest('too-many-passkeys', { facts: { most: maxPasskeys } });
      const made = await db
        .insertInto('passkey')
        .values({
          id: credential.id,
          account_id: account.id,
          name: name.trim(),
          public_key: Buffer.from(credential.publicKey).toString('base64url'),
          counter: credential.counter,
          created_at: now(),
          used_at: null,
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returning('id')
        .executeTakeFirst();
      if (made === undefined) return refuseRequest('passkey-unusable');
      await audit.record(db, { act: 'passkey-added', accountId: account.id, address });
      return ok(undefined);
    });
  },
});

/** Signs in with a passkey, in two steps. */
const createPasskeySignIn = (
  { store, startSession, audit, now }: PasskeysDeps,
  challenges: PasskeyChallenges,
): Pick<Passkeys, 'beginSignIn' | 'signInWithPasskey'> => ({
  beginSignIn: async () => {
    const { generateAuthenticationOptions } = await loadWebAuthn();
    const options = await generateAuthenticationOptions({
      rpID: challenges.rpID,
      userVerification: 'required',
    });
    return { options, ticket: challenges.toTicket(options.challenge) };
  },

  signInWithPasskey: async ({ ticket, response }, from) => {
    const challenge = challenges.readTicket(ticket);
    const verified = challenge && (await challenges.verifyKnown(challenge, response));
    if (!verified) return refuseRequest('passkey-unusable');
    const { row, counter } = verified;
    return store.transaction('full', async ({ db }) => {
      const { numUpdatedRows } = await db
        .updateTable('passkey')
        .set({ counter, used_at: now() })
        .where('id', '=', row.id)
        .where('counter', '=', row.counter)
        .executeTakeFirst();
      const account = await findAccountRow(db, 'id', row.account_id);
      if (numUpdatedRows !== 1n || account === undefined || !(await challenges.spend(db, challenge)))
        return refuseRequest('passkey-unusable');
      await audit.record(db, { act: 'signed-in', accountId: account.id, address: from.address });
      return ok(await startSession(db, toAccount(account), from));
    });
  },
});

export function createPasskeys(deps: PasskeysDeps): Passkeys {
  const { store, audit, origin } = deps;
  const challenges = createPasskeyChallenges(deps);

  return {
    origin,
    list: async (accountId) => {
      const rows = await readRows(store.db, accountId);
      return rows.map(({ id, name, created_at: createdAt, used_at: usedAt }) => ({
        id,
        name,
        createdAt,
        usedAt: usedAt ?? undefined,
      }));
    },
    ...createRegistration(deps, challenges),
    rename: async ({ account }, { id, name }) => {
      if (!isName(name.trim()))
        return refuseRequest('passkey-name-malformed', { facts: { most: longestName } });
      const { numUpdatedRows } = await store.db
        .updateTable('passkey')
        .set({ name: name.trim() })
        .where('id', '=', id)
        .where('account_id', '=', account.id)
        .executeTakeFirst();
      return numUpdatedRows === 1n ? ok(undefined) : refuseRequest('no-such-passkey');
    },
    remove: ({ account }, id, address) =>
      store.transaction('full', async ({ db }) => {
        const { numDeletedRows } = await db
          .deleteFrom('passkey')
          .where('id', '=', id)
          .where('account_id', '=', account.id)
          .executeTakeFirst();
        if (numDeletedRows !== 1n) return refuseRequest('no-such-passkey');
        await audit.record(db, { act: 'passkey-removed', accountId: account.id, address });
        return ok(undefined);
      }),
    removeAll: async (db, accountId) =>
      void (await db.deleteFrom('passkey').where('account_id', '=', accountId).execute()),
    ...createPasskeySignIn(deps, challenges),
  };
}
