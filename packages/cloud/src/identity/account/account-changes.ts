import { type ConsoleRefusal, refuseRequest } from '@plenum/protocol/console';
import { ok, type Result } from '@plenum/protocol/refusal';
import type { Store, Transaction } from '../../kernel/database/store.ts';
import { findAccountRow, isUnchanged, readTestUsers } from './account-store.ts';
import type { Audit } from './audit/audit.ts';
import type { Attempts } from './guess/attempts.ts';
import { checkPassword, hashPassword, type PasswordCost } from './password/password.ts';
import type { PasswordSlots } from './password/password-slots.ts';
import type { Sessions } from './session.ts';
import type { AccountSession, Actor } from './shape.ts';

/** Allows another module to act in the same transaction in which an account is changed or deleted. */
export type AccountHook = (tx: Transaction, actor: Actor) => Promise<void>;

/** Changes to an account. Each requires the current password. `address` is the client address. */
export interface AccountChanges {
  /**
   * Ends every session of the account and starts a new one. Also revokes the access of apps unless `keepApps` is true,
   * because another person with the old password may have granted that access.
   */
  changePassword(
    session: AccountSession,
    passwords: { readonly present: string; readonly next: string; readonly keepApps?: boolean },
    address: string,
  ): Promise<Result<AccountSession, ConsoleRefusal>>;
  /** Deletes the account with all of its data. */
  remove(
    session: AccountSession,
    password: string,
    address: string,
  ): Promise<Result<undefined, ConsoleRefusal>>;
  /**
   * Deletes an account with its test users and all of their data, as part of a transaction whose caller has checked that
   * it may.
   */
  removeWithin(tx: Transaction, actor: Actor): Promise<void>;
  /** Calls `hook` before an account is deleted. */
  beforeRemoval(hook: AccountHook): void;
  /** Calls `hook` when a changed or new password also revokes the access of apps. */
  onAppsEnded(hook: AccountHook): void;
}

interface AccountChangesDeps {
  readonly store: Store;
  readonly attempts: Attempts;
  readonly sessions: Sessions;
  readonly audit: Audit;
  /** Hooks called when the access of apps ends. `onAppsEnded` adds to them. */
  readonly appsEnded: AccountHook[];
  readonly slots: PasswordSlots;
  readonly cost: PasswordCost;
}

const createChangePassword =
  ({
    store,
    attempts,
    sessions,
    audit,
    appsEnded,
    slots,
    cost,
  }: AccountChangesDeps): AccountChanges['changePassword'] =>
  async ({ account }, { present, next, keepApps = false }, address) => {
    const row = await findAccountRow(store.db, 'id', account.id);
    if (row === undefined) return refuseRequest('not-signed-in');
    const checked = checkPassword({ email: account.email, password: next });
    if (!checked.ok) return checked;
    const tried = await attempts.tryPassword(row, { email: account.email, password: present }, { address });
    if (!tried.ok) return tried;
    const hashed = await slots.run(address, async () =>
      ok(tried.value ? await hashPassword(next, cost) : undefined),
    );
    if (!hashed.ok) return hashed;
    const password = hashed.value;
    return store.transaction('full', async (tx) => {
      const { db } = tx;
      const actor = { accountId: account.id, address };
      if (password === undefined || !(await isUnchanged(db, row))) {
        await audit.record(db, { act: 'password-change-refused', ...actor });
        return refuseRequest('password-wrong');
      }
      await db.updateTable('account').set({ password }).where('id', '=', account.id).execute();
      await sessions.endAll(tx, account.id);
      if (!keepApps) for (const hook of appsEnded) await hook(tx, actor);
      await audit.record(db, { act: 'password-changed', ...actor });
      return ok(await sessions.start(db, account));
    });
  };

const createRemoveWithin = (beforeRemoval: readonly AccountHook[]): AccountChanges['removeWithin'] => {
  const removeWithin: AccountChanges['removeWithin'] = async (tx, actor) => {
    for (const accountId of await readTestUsers(tx.db, actor.accountId))
      await removeWithin(tx, { ...actor, accountId });
    for (const hook of beforeRemoval) await hook(tx, actor);
    await tx.db.deleteFrom('account').where('id', '=', actor.accountId).execute();
  };
  return removeWithin;
};

const createRemove =
  (
    { store, attempts, audit }: AccountChangesDeps,
    removeWithin: AccountChanges['removeWithin'],
  ): AccountChanges['remove'] =>
  async ({ account }, password, address) => {
    const row = await findAccountRow(store.db, 'id', account.id);
    if (row === undefined) return refuseRequest('not-signed-in');
    const tried = await attempts.tryPassword(row, { email: account.email, password }, { address });
    if (!tried.ok) return tried;
    return store.transaction('full', async (tx) => {
      const { db } = tx;
      const actor = { accountId: account.id, address };
      if (!tried.value || !(await isUnchanged(db, row))) {
        await audit.record(db, { act: 'account-removal-refused', ...actor });
        return refuseRequest('password-wrong');
      }
      await removeWithin(tx, actor);
      await audit.record(db, { act: 'account-removed', ...actor });
      return ok(undefined);
    });
  };

export function createAccountChanges(deps: AccountChangesDeps): AccountChanges {
  const removalHooks: AccountHook[] = [];
  const { appsEnded } = deps;
  const removeWithin = createRemoveWithin(removalHooks);
  return {
    changePassword: createChangePassword(deps),
    remove: createRemove(deps, removeWithin),
    removeWithin,
    beforeRemoval: (hook) => void removalHooks.push(hook),
    onAppsEnded: (hook) => void appsEnded.push(hook),
  };
}
