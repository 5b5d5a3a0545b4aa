import type { Db, Store, Transaction } from '../../../kernel/database/store.ts';
import { readTestUsers } from '../../account/account-store.ts';
import { createAudit } from '../../account/audit/audit.ts';
import type { Actor } from '../../account/shape.ts';
import { selectActiveRefreshTokens } from './active-refresh-tokens.ts';
import { type AppGrant, createRevocation, type LinkHook, type Revocation } from './revocation.ts';

/** The access that owners granted to apps. */
export interface Grants extends Revocation {
  /** Lists the apps that currently have access to accounts, which are those with an active refresh token. */
  listApps(...accountIds: readonly string[]): Promise<(AppGrant & { readonly name: string })[]>;
  /** Calls a hook when a consent gives an app access. */
  onLink(hook: LinkHook): void;
  /** Calls these hooks. Must be called in the transaction that stores the first refresh token of a consent. */
  readonly linked: LinkHook;
  /** Revokes all access of an app to an account. Returns false if there was none. */
  unlink(grant: AppGrant, address: string): Promise<boolean>;
  /**
   * Revokes all access to an account whose password was changed, and to its test users, because another person with the
   * old password may have created their tokens.
   */
  endAll(tx: Transaction, actor: Actor): Promise<void>;
  /** Revokes all access to an account, and all access of its own apps. */
  removeAccount(tx: Transaction, actor: Actor): Promise<void>;
}

export function createGrants(store: Store, now: () => number): Grants {
  const revocation = createRevocation(createAudit(now));
  const linkHooks: LinkHook[] = [];
  const { revoke, announce } = revocation;

  const grantsOf = (db: Db, column: 'account_id' | 'client_id', value: string) =>
    db
      .selectFrom('authorization_item')
      .select(['id_hash as grantId', 'client_id as clientId'])
      .where('kind', '=', 'Grant')
      .where(column, '=', value)
      .execute();

  /** Deletes an account's items that are not tied to a consent: unused codes and console tokens. */
  const deleteItems = async (tx: Transaction, accountId: string) => {
    await tx.db.deleteFrom('authorization_item').where('account_id', '=', accountId).execute();
    announce(tx);
  };

  return {
    ...revocation,
    onLink: (hook) => void linkHooks.push(hook),
    linked: async (tx, link) => {
      for (const hook of linkHooks) await hook(tx, link);
    },
    listApps: async (...accountIds) => {
      const rows = await selectActiveRefreshTokens(store.db, now())
        .innerJoin('app', 'app.client_id', 'authorization_item.client_id')
        .select(['account_id', 'app.client_id as clientId', 'app.name'])
        .distinct()
        .where('account_id', 'in', accountIds)
        .orderBy('app.name')
        .execute();
      return rows.map(({ account_id, ...app }) => ({ accountId: account_id!, ...app }));
    },
    unlink: ({ accountId, clientId }, address) =>
      store.transaction('full', async (tx) => {
        const all = await grantsOf(tx.db, 'account_id', accountId);
        const grants = all.filter((one) => one.clientId === clientId);
        for (const { grantId } of grants) await revoke(tx, grantId, { by: 'owner', address });
        return grants.length > 0;
      }),
    endAll: async (tx, { accountId, address }) => {
      for (const one of [accountId, ...(await readTestUsers(tx.db, accountId))]) {
        for (const { grantId } of await grantsOf(tx.db, 'account_id', one))
          await revoke(tx, grantId, { by: 'password', address });
        await deleteItems(tx, one);
      }
    },
    removeAccount: async (tx, { accountId, address }) => {
      const apps = await tx.db
        .selectFrom('app')
        .select('client_id')
        .where('owner_account_id', '=', accountId)
        .execute();
      const grants = await grantsOf(tx.db, 'account_id', accountId);
      for (const { client_id: clientId } of apps)
        grants.push(...(await grantsOf(tx.db, 'client_id', clientId)));
      for (const { grantId } of grants) await revoke(tx, grantId, { by: 'owner', address });
      await deleteItems(tx, accountId);
    },
  };
}
