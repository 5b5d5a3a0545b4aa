import type { Db, Store } from '../../kernel/database/store.ts';
import { createAudit } from '../account/audit.ts';
import type { Actor } from '../account/shape.ts';
import { selectLinks } from './live-links.ts';

/** An app an owner allowed, that can still be used. */
export interface Link {
  readonly accountId: string;
  readonly clientId: string;
}

/** Told that a consent was taken back, whoever did it; joins the transaction that does. */
export type UnlinkHook = (db: Db, link: Link) => Promise<void>;

/** Why a consent ends: its owner or its app said so, a code or token came a second time, a password was changed. */
export type Revoker = 'owner' | 'app' | 'reuse' | 'password';

/** What owners allowed apps. */
export interface Links {
  /** Apps that may act for an account now: those with a refresh token that can be used. */
  listApps(accountId: string): Promise<(Link & { readonly name: string })[]>;
  /** Takes back all an app was allowed for an account; whether there was anything. */
  unlink(link: Link, address: string): Promise<boolean>;
  /** Takes back one consent and all that was given for it; `address` is where who did it is. */
  revoke(grantId: string, by: Revoker, address: string): Promise<void>;
  /** Uses a consent up that was given for one act; false where it was before. */
  spend(grantId: string): Promise<boolean>;
  /** Takes back everything allowed by an account, whose password was changed. */
  endAll(actor: Actor): Promise<void>;
  /** Takes back everything allowed by an account or to its apps. */
  removeAccount(actor: Actor): Promise<void>;
  onUnlink(hook: UnlinkHook): void;
  /** Says to those that remember access tokens that some ended, once the transaction around it is committed. */
  announce(): void;
  /** Hears of ended access tokens; what it returns ends that. */
  onRevoked(listen: () => void): () => void;
}

export const createLinks = (store: Store, now: () => number): Links => {
  const audit = createAudit(store, now);
  const hooks: UnlinkHook[] = [];
  const listeners = new Set<() => void>();

  const announce = () =>
    store.afterCommit(() => {
      for (const listen of [...listeners]) listen();
    });

  /** Deletes a consent and all that was given for it; whose it was. */
  const deleteGrant = async (db: Db, grantId: string) => {
    const grant = await db
      .deleteFrom('authorization_item')
      .where('kind', '=', 'Grant')
      .where('id_hash', '=', grantId)
      .returning(['account_id', 'client_id'])
      .executeTakeFirst();
    await db.deleteFrom('authorization_item').where('grant_id', '=', grantId).execute();
    announce();
    return grant;
  };

  const revoke: Links['revoke'] = (grantId, by, address) =>
    store.inTransaction(async (db) => {
      const grant = await deleteGrant(db, grantId);
      if (grant?.account_id == null || grant.client_id == null) return;
      const link = { accountId: grant.account_id, clientId: grant.client_id };
      const { accountId, clientId } = link;
      await audit.record({ act: 'app-unlinked', accountId, address, facts: { clientId, by } });
      for (const hook of hooks) await hook(db, link);
    });

  const grantsOf = (column: 'account_id' | 'client_id', value: string) =>
    store.db
      .selectFrom('authorization_item')
      .select(['id_hash as grantId', 'client_id as clientId'])
      .where('kind', '=', 'Grant')
      .where(column, '=', value)
      .execute();

  /** Deletes what is of an account without a consent too: codes that wait, tokens made in the console. */
  const deleteItems = async (db: Db, accountId: string) => {
    await db.deleteFrom('authorization_item').where('account_id', '=', accountId).execute();
    announce();
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
      store.inTransaction(async () => {
        const grants = (await grantsOf('account_id', accountId)).filter((one) => one.clientId === clientId);
        for (const { grantId } of grants) await revoke(grantId, 'owner', address);
        return grants.length > 0;
      }),
    revoke,
    spend: (grantId) => store.inTransaction(async (db) => (await deleteGrant(db, grantId)) !== undefined),
    endAll: ({ accountId, address }) =>
      store.inTransaction(async (db) => {
        for (const { grantId } of await grantsOf('account_id', accountId))
          await revoke(grantId, 'password', address);
        await deleteItems(db, accountId);
      }),
    removeAccount: ({ accountId, address }) =>
      store.inTransaction(async (db) => {
        const apps = await db
          .selectFrom('app')
          .select('client_id')
          .where('owner_account_id', '=', accountId)
          .execute();
        const grants = await grantsOf('account_id', accountId);
        for (const { client_id: clientId } of apps) grants.push(...(await grantsOf('client_id', clientId)));
        for (const { grantId } of grants) await revoke(grantId, 'owner', address);
        await deleteItems(db, accountId);
      }),
    onUnlink: (hook) => void hooks.push(hook),
    announce,
    onRevoked: (listen) => {
      listeners.add(listen);
      return () => void listeners.delete(listen);
    },
  };
};
