import { toClientNetwork } from '@plenum/platform';
import { type ConsoleRefusal, refuseRequest } from '@plenum/protocol/console';
import { ok, type Result } from '@plenum/protocol/refusal';
import type { Db, Store } from '../../../kernel/database/store.ts';
import type { Outbox } from '../../mail/outbox.ts';
import type { AccountHook } from '../account-changes.ts';
import { findAccountRow, toEmailKey } from '../account-store.ts';
import type { Audit } from '../audit/audit.ts';
import type { Attempts } from '../guess/attempts.ts';
import type { Guesses } from '../guess/guess.ts';
import { checkPassword, hashPassword, type PasswordCost } from '../password/password.ts';
import type { PasswordSlots } from '../password/password-slots.ts';
import type { Authenticators } from '../second-step/authenticator.ts';
import type { Passkeys } from '../second-step/passkeys.ts';
import type { Sessions } from '../session.ts';
import type { Account, Actor } from '../shape.ts';
import { isEmail } from '../sign-in.ts';
import { type AccountTokens, createAccountTokens } from './account-token.ts';

/** E-mail to an address that may have no account, requested by an account. */
export interface AddressMail {
  /**
   * Counts an e-mail for the address, the account and the place of the request. Refuses after too many, or while too
   * many are waiting.
   */
  count(emailKey: string, from: Actor): Promise<Result<undefined, ConsoleRefusal>>;
  readonly add: Outbox['add'];
}

/** Actions with links in e-mails. `address` is the client address. */
export interface EmailLinks {
  /** True if this cloud sends e-mail; otherwise every other method refuses. */
  readonly isOffered: boolean;
  /** Sends e-mail to an address, or `undefined` if this cloud sends no e-mail. */
  readonly toAddress: AddressMail | undefined;
  /**
   * True if the owner has opened a link that was sent to the address of the account, or `undefined` if this cloud sends
   * no e-mail.
   */
  isVerified(db: Db, accountId: string): Promise<boolean | undefined>;
  /** Sends a link that verifies the address of an account. */
  requestVerification(account: Account, address: string): Promise<Result<undefined, ConsoleRefusal>>;
  verify(token: string, address: string): Promise<Result<undefined, ConsoleRefusal>>;
  /**
   * Sends a link to choose a new password. The result and the time taken do not depend on whether there is an account.
   */
  requestReset(email: string, address: string): Promise<Result<undefined, ConsoleRefusal>>;
  /**
   * Sets a new password, and ends every session and the access of apps. Signing in still requires a code, unless the
   * address had never been verified.
   */
  resetPassword(
    reset: { readonly token: string; readonly password: string },
    address: string,
  ): Promise<Result<undefined, ConsoleRefusal>>;
}

interface EmailLinksDeps {
  readonly store: Store;
  /** `undefined` if this cloud sends no e-mail. */
  readonly outbox: Outbox | undefined;
  readonly attempts: Attempts;
  readonly guesses: Guesses;
  readonly sessions: Sessions;
  readonly audit: Audit;
  readonly authenticators: Authenticators | undefined;
  readonly passkeys: Pick<Passkeys, 'removeAll'> | undefined;
  readonly appsEnded: readonly AccountHook[];
  readonly now: () => number;
  readonly slots: PasswordSlots;
  readonly cost: PasswordCost;
}

const fullSeconds = 60;

const setVerified = (db: Db, accountId: string, now: number) =>
  db
    .insertInto('verified_email')
    .values({ account_id: accountId, verified_at: now })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .execute();

const isVerified = async (db: Db, accountId: string) => {
  const row = await db
    .selectFrom('verified_email')
    .select('verified_at')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row !== undefined;
};

/** Sets a new password with the link that was sent to the address of an account. */
const createPasswordReset =
  (
    { store, sessions, audit, authenticators, passkeys, appsEnded, slots, now, cost }: EmailLinksDeps,
    tokens: AccountTokens,
  ): EmailLinks['resetPassword'] =>
  async ({ token, password: next }, address) => {
    const accountId = await tokens.find(store.db, 'reset-password', token);
    const row = accountId && (await findAccountRow(store.db, 'id', accountId));
    if (!row) return refuseRequest('link-expired');
    const checked = checkPassword({ email: row.email, password: next });
    if (!checked.ok) return checked;
    const hashed = await slots.run(address, async () => ok(await hashPassword(next, cost)));
    if (!hashed.ok) return hashed;
    const password = hashed.value;
    return store.transaction('full', async (tx) => {
      const { db } = tx;
      if ((await tokens.take(db, 'reset-password', token)) === undefined)
        return refuseRequest('link-expired');
      await tokens.endAll(db, 'reset-password', row.id);
      await db.updateTable('account').set({ password }).where('id', '=', row.id).execute();
      await sessions.endAll(tx, row.id);
      const actor = { accountId: row.id, address };
      for (const hook of appsEnded) await hook(tx, actor);
      // A person who created the account with another person's address must neither lock the owner of the address out
      // nor get back in.
      if (!(await isVerified(db, row.id))) {
        await authenticators?.remove(db, row.id);
        await passkeys?.removeAll(db, row.id);
      }
      await setVerified(db, row.id, now());
      await audit.record(db, { act: 'password-reset', ...actor });
      return ok(undefined);
    });
  };

export function createEmailLinks(deps: EmailLinksDeps): EmailLinks {
  const { store, outbox, attempts, guesses, audit, now } = deps;
  const tokens = createAccountTokens(now);

  const countRequest = async (
    emailKey: string,
    from: { accountId?: string | undefined; address: string },
    requester?: string,
  ) => {
    const counted = await guesses.countEmail(emailKey, toClientNetwork(from.address), requester);
    if (counted.ok) await attempts.recordSlowed(counted.value, from);
    return counted;
  };

  const countToAddress: AddressMail['count'] = async (emailKey, from) => {
    const counted = await countRequest(emailKey, from, from.accountId);
    if (!counted.ok) return counted;
    if (await outbox!.isFull(store.db))
      return refuseRequest('too-many-guesses', { facts: { seconds: fullSeconds } });
    return ok(undefined);
  };

  return {
    toAddress: outbox && { count: countToAddress, add: outbox.add },
    isOffered: outbox !== undefined,
    isVerified: async (db, accountId) => (outbox === undefined ? undefined : isVerified(db, accountId)),
    requestVerification: async ({ id: accountId, email }, address) => {
      if (outbox === undefined) return refuseRequest('no-email');
      if (await isVerified(store.db, accountId)) return ok(undefined);
      const counted = await countRequest(toEmailKey(email), { accountId, address });
      if (!counted.ok) return counted;
      await outbox.add(store.db, { kind: 'verify-email', accountId, facts: { address } });
      return ok(undefined);
    },
    verify: (token, address) =>
      store.transaction('full', async ({ db }) => {
        const accountId = await tokens.take(db, 'verify-email', token);
        if (accountId === undefined) return refuseRequest('link-expired');
        await setVerified(db, accountId, now());
        await audit.record(db, { act: 'email-verified', accountId, address });
        return ok(undefined);
      }),
    requestReset: async (email, address) => {
      if (outbox === undefined) return refuseRequest('no-email');
      if (!isEmail(email)) return refuseRequest('email-malformed');
      const emailKey = toEmailKey(email);
      const row = await findAccountRow(store.db, 'email_key', emailKey);
      const counted = await countRequest(emailKey, { accountId: row?.id, address });
      if (!counted.ok) return counted;
      // The sender checks if there is an account, so that this takes equally long if there is none.
      return store.transaction('full', async ({ db }) => {
        if (await outbox.isFull(db))
          return refuseRequest('too-many-guesses', { facts: { seconds: fullSeconds } });
        await outbox.add(db, { kind: 'reset-password', emailKey, facts: { address } });
        await audit.record(db, { act: 'password-reset-requested', accountId: row?.id, address });
        return ok(undefined);
      });
    },
    resetPassword: createPasswordReset(deps, tokens),
  };
}
