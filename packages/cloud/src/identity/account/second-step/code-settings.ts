import { type ConsoleRefusal, refuseRequest } from '@plenum/protocol/console';
import { ok, type Result } from '@plenum/protocol/refusal';
import type { Store, Transaction } from '../../../kernel/database/store.ts';
import { findAccountRow, isUnchanged } from '../account-store.ts';
import type { Act, Audit } from '../audit/audit.ts';
import type { Attempts } from '../guess/attempts.ts';
import type { AccountSession, Visitor } from '../shape.ts';
import type { AuthenticatorSecret, AuthenticatorStatus, Authenticators } from './authenticator.ts';

/** Settings for codes of an authenticator app. Changing them requires the password. */
export interface CodeSettings {
  readStatus(accountId: string): Promise<AuthenticatorStatus | undefined>;
  /** Creates a secret for an authenticator app. Codes are required once it is confirmed. */
  begin(
    session: AccountSession,
    password: string,
    from: Visitor,
  ): Promise<Result<AuthenticatorSecret, ConsoleRefusal>>;
  /** Confirms the secret with a first code. Resolves to the recovery codes. */
  confirm(
    session: AccountSession,
    code: string,
    address: string,
  ): Promise<Result<readonly string[], ConsoleRefusal>>;
  renewRecoveryCodes(
    session: AccountSession,
    password: string,
    from: Visitor,
  ): Promise<Result<readonly string[], ConsoleRefusal>>;
  end(session: AccountSession, password: string, from: Visitor): Promise<Result<undefined, ConsoleRefusal>>;
}

interface CodeSettingsDeps {
  readonly store: Store;
  readonly attempts: Attempts;
  readonly audit: Audit;
  readonly authenticators: Authenticators;
}

export function createCodeSettings({
  store,
  attempts,
  audit,
  authenticators,
}: CodeSettingsDeps): CodeSettings {
  /** Runs work in a transaction after checking the password. */
  const withPassword = async <Value>(
    { account }: AccountSession,
    { password, from }: { readonly password: string; readonly from: Visitor },
    work: (tx: Transaction) => Promise<Result<Value, ConsoleRefusal>>,
  ): Promise<Result<Value, ConsoleRefusal>> => {
    const row = await findAccountRow(store.db, 'id', account.id);
    if (row === undefined) return refuseRequest('not-signed-in');
    const tried = await attempts.tryPassword(row, { email: account.email, password }, from);
    if (!tried.ok) return tried;
    return store.transaction('full', async (tx) =>
      tried.value && (await isUnchanged(tx.db, row)) ? work(tx) : refuseRequest('password-wrong'),
    );
  };

  const record = ({ db }: Transaction, act: Act, { account }: AccountSession, address: string) =>
    audit.record(db, { act, accountId: account.id, address });

  return {
    readStatus: (accountId) => authenticators.readStatus(store.db, accountId),
    begin: (session, password, from) =>
      withPassword(session, { password, from }, async ({ db }) => {
        const { account } = session;
        if ((await authenticators.readStatus(db, account.id)) !== undefined) return refuseRequest('codes-on');
        return ok(await authenticators.begin(db, account));
      }),
    confirm: (session, code, address) =>
      store.transaction('full', async (tx) => {
        const { id } = session.account;
        if (!(await authenticators.confirm(tx.db, id, code))) return refuseRequest('second-step-wrong');
        await record(tx, 'codes-enabled', session, address);
        return ok(await authenticators.renewRecoveryCodes(tx.db, id));
      }),
    renewRecoveryCodes: (session, password, from) =>
      withPassword(session, { password, from }, async (tx) => {
        const { id } = session.account;
        if ((await authenticators.readStatus(tx.db, id)) === undefined) return refuseRequest('codes-off');
        await record(tx, 'recovery-codes-renewed', session, from.address);
        return ok(await authenticators.renewRecoveryCodes(tx.db, id));
      }),
    end: (session, password, from) =>
      withPassword(session, { password, from }, async (tx) => {
        const wasOn = (await authenticators.readStatus(tx.db, session.account.id)) !== undefined;
        await authenticators.remove(tx.db, session.account.id);
        if (wasOn) await record(tx, 'codes-disabled', session, from.address);
        return ok(undefined);
      }),
  };
}
