import type { Db, Store, Transaction } from '../../kernel/database/store.ts';
import { createAudit } from '../account/audit.ts';
import type { Actor } from '../account/shape.ts';
import { selectActiveRefreshTokens } from './active-refresh-tokens.ts';

/** The access of an app to an account. */
export interface AppGrant {
  readonly accountId: string;
  readonly clientId: string;
}

/** Called when a consent is revoked, within the same transaction. */
export type RevocationHook = (tx: Transaction, link: AppGrant) => Promise<void>;

/** Why a consent was revoked: by its owner or app, after the reuse of a code or token, or with a changed password. */
export type Revoker = 'owner' | 'app' | 'reuse' | 'password';

/** The access that owners granted to apps. */
export interface Grants {
  /** Apps that have access to an account now: those with an active refresh token. */
  listApps(accountId: string): Promise<(AppGrant & { readonly name: string })[]>;
  /** Revokes all access of an app to an account; returns whether there was any. */
  unlink(link: AppGrant, address: string): Promise<boolean>;
  /** Revokes one consent with its codes and tokens; `address` is the one the request came from. */
  revoke(
    tx: Transaction,
    grantId: string,
    of: { readonly by: Revoker; readonly address: string },
  ): Promise<void>;
  /** Uses up a consent that is good for one act; false where it was used already. */
  spend(tx: Transaction, grantId: string): Promise<boolean>;
  /** Revokes all access to an account whose password was changed. */
  endAll(tx: Transaction, actor: Actor): Promise<void>;
  /** Revokes all access to an account, and all access of its own apps. */
  removeAccount(tx: Transaction, actor: Actor): Promise<void>;
  onUnlink(hook: RevocationHook): void;
  /** Notifies the listeners, after the commit, that access tokens may have been revoked. */
  announce(tx: Transaction): void;
  /** Calls a listener when access tokens are revoked. Returns an unsubscribe function. */
  onRevoked(listen: () => void): () => void;
}

export const createGrants = (store: Store, now: () => number): Grants => {
  const audit = createAudit(now);
  const hooks: RevocationHook[] = [];
  const listeners = new Set<() => void>();

  const announce = (tx: Transaction) =>
    tx.afterCommit(() => {
      for (const listen of [...listeners]) listen();
    });

  /** Deletes a consent with its codes and tokens; returns its account and app. */
  const deleteGrant = async (tx: Transaction, grantId: string) => {
    const grant = await tx.db
      .deleteFrom('authorization_item')
      .where('kind', '=', 'Grant')
      .where('id_hash', '=', grantId)
      .returning(['account_id', 'client_id'])
      .executeTakeFirst();
    await tx.db.deleteFrom('authorization_item').where('grant_id', '=', grantId).execute();
    announce(tx);
    return grant;
  };

  const revoke: Grants['revoke'] = async (tx, grantId, { by, address }) => {
    const grant = await deleteGrant(tx, grantId);
    if (grant?.account_id == null || grant.client_id == null) return;
    const link = { accountId: grant.account_id, clientId: grant.client_id };
    const { accountId, clientId } = link;
    await audit.record(tx.db, { act: 'app-unlinked', accountId, address, facts: { clientId, by } });
    for (const hook of hooks) await hook(tx, link);
  };

  const grantsOf = (db: Db, column: 'account_id' | 'client_id', value: string) =>
    db
      .selectFrom('authorization_item')
      .select(['id_hash as grantId', 'client_id as clientId'])
      .where('kind', '=', 'Grant')
      .where(column, '=', value)
      .execute();

  /** Deletes the items of an account that have no consent: pending codes, tokens of the console. */
  const deleteItems = async (tx: Transaction, accountId: string) => {
    await tx.db.deleteFrom('authorization_item').where('account_id', '=', accountId).execute();
    announce(tx);
  };

  return {
    listApps: async (accountId) => {
      const rows = await selectActiveRefreshTokens(store.db, now())
        .innerJoin('app', 'app.client_id', 'authorization_item.client_id')
        .select(['app.client_id as clientId', 'app.name'])
        .distinct()
        .where('account_id', '=', accountId)
        .orderBy('app.name')
        .execute();
      return rows.map((row) => ({ accountId, ...row }));
    },
    unlink: ({ accountId, clientId }, address) =>
      store.transaction('full', async (tx) => {
        const all = await grantsOf(tx.db, 'account_id', accountId);
        const grants = all.filter((one) => one.clientId === clientId);
        for (const { grantId } of grants) await revoke(tx, grantId, { by: 'owner', address });
        return grants.length > 0;
      }),
    revoke,
    spend: async (tx, grantId) => (await deleteGrant(tx, grantId)) !== undefined,
    endAll: async (tx, { accountId, address }) => {
      for (const { grantId } of await grantsOf(tx.db, 'account_id', accountId))
        await revoke(tx, grantId, { by: 'password', address });
      await deleteItems(tx, accountId);
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
    onUnlink: (hook) => void hooks.push(hook),
    announce,
    onRevoked: (listen) => {
      listeners.add(listen);
      return () => void listeners.delete(listen);
    },
  };
};
