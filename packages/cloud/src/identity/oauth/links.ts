import type { Db, Store, Transaction } from '../../kernel/database/store.ts';
import { createAudit } from '../account/audit.ts';
import type { Actor } from '../account/shape.ts';
import { selectLinks } from './live-links.ts';

/** An app an owner allowed, that can still be used. */
export interface Link {
  readonly accountId: string;
  readonly clientId: string;
}

/** Called when a consent is revoked, by whoever it is, within the transaction that does it. */
export type UnlinkHook = (tx: Transaction, link: Link) => Promise<void>;

/** Why a consent ends: its owner or its app said so, a code or token came a second time, a password was changed. */
export type Revoker = 'owner' | 'app' | 'reuse' | 'password';

/** What owners allowed apps. */
export interface Links {
  /** Apps that may act for an account now: those with a refresh token that can be used. */
  listApps(accountId: string): Promise<(Link & { readonly name: string })[]>;
  /** Takes back all an app was allowed for an account; whether there was anything. */
  unlink(link: Link, address: string): Promise<boolean>;
  /** Takes back one consent and all that was given for it; `address` is where who did it is. */
  revoke(
    tx: Transaction,
    grantId: string,
    of: { readonly by: Revoker; readonly address: string },
  ): Promise<void>;
  /** Uses a consent up that was given for one act; false where it was before. */
  spend(tx: Transaction, grantId: string): Promise<boolean>;
  /** Takes back everything allowed by an account, whose password was changed. */
  endAll(tx: Transaction, actor: Actor): Promise<void>;
  /** Takes back everything allowed by an account or to its apps. */
  removeAccount(tx: Transaction, actor: Actor): Promise<void>;
  onUnlink(hook: UnlinkHook): void;
  /** Tells those that remember access tokens that some ended, once the transaction is committed. */
  announce(tx: Transaction): void;
  /** Calls a listener when access tokens are revoked. Returns an unsubscribe function. */
  onRevoked(listen: () => void): () => void;
}

export const createLinks = (store: Store, now: () => number): Links => {
  const audit = createAudit(now);
  const hooks: UnlinkHook[] = [];
  const listeners = new Set<() => void>();

  const announce = (tx: Transaction) =>
    tx.afterCommit(() => {
      for (const listen of [...listeners]) listen();
    });

  /** Deletes a consent and all that was given for it; whose it was. */
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

  const revoke: Links['revoke'] = async (tx, grantId, { by, address }) => {
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

  /** Deletes what is of an account without a consent too: codes that wait, tokens made in the console. */
  const deleteItems = async (tx: Transaction, accountId: string) => {
    await tx.db.deleteFrom('authorization_item').where('account_id', '=', accountId).execute();
    announce(tx);
  };

  return {
    listApps: async (accountId) => {
      const rows = await selectLinks(store.db, now())
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
