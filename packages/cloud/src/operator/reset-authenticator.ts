import { findAccountRow, toEmailKey } from '../identity/account/account-store.ts';
import { createAudit } from '../identity/account/audit/audit.ts';
import { createNotify } from '../identity/account/mail/account-mail.ts';
import { removeAuthenticator } from '../identity/account/second-step/authenticator.ts';
import { createOutbox } from '../identity/mail/outbox.ts';
import { openStoreToRead } from '../kernel/database/read.ts';
import { openStore, type Store, type StorePlace } from '../kernel/database/store.ts';

/** The result of a reset: done, no such account, or an account without an authenticator app. */
export type AuthenticatorReset = 'done' | 'no-account' | 'no-authenticator';

/**
 * Removes the authenticator app and the recovery codes of an account for the operator of a cloud. Records the removal
 * in the audit log and adds a notice to the owner, which a cloud with e-mail sends. The password alone is then enough
 * to sign in. A data folder must not be in use. Throws an error of `cloudFailures` if there is no store or it cannot be
 * opened.
 */
export async function resetAuthenticator(
  place: StorePlace,
  email: string,
  now: () => number = Date.now,
): Promise<AuthenticatorReset> {
  // Opening the store for writing would create one if there is none.
  await (await openStoreToRead(place))[Symbol.asyncDispose]();
  await using store = await openStore(place);
  return await resetCodes(store, email, now);
}

/** Removes the codes of an account in a store that is already open. */
export async function resetCodes(
  store: Store,
  email: string,
  now: () => number,
): Promise<AuthenticatorReset> {
  const audit = createAudit(now, createNotify(createOutbox(now)));
  return await store.transaction('full', async ({ db }) => {
    const account = await findAccountRow(db, 'email_key', toEmailKey(email));
    if (account === undefined) return 'no-account';
    const { id: accountId } = account;
    if (!(await removeAuthenticator(db, accountId))) return 'no-authenticator';
    await audit.record(db, {
      act: 'codes-reset',
      accountId,
      address: 'operator',
      facts: { by: 'operator' },
    });
    return 'done';
  });
}
