import { AsyncLocalStorage } from 'node:async_hooks';
import Provider, { type Adapter, type AdapterPayload, type KoaContextWithOIDC } from 'oidc-provider';
import type { Db, Store, Transaction } from '../../kernel/database/store.ts';
import { hashSecret } from '../account/secret.ts';
import type { Apps } from './apps.ts';
import { bridgeClient, toClientMetadata } from './client.ts';
import type { Grants } from './grants.ts';
import { type Kind, kinds, usedItemRetentionMs } from './kinds.ts';
import { fromStoredPayload, isSurrogate, toIdHash, toStoredPayload, toSurrogate } from './stored-payload.ts';

export interface ProviderStorageDeps {
  readonly store: Store;
  readonly apps: Pick<Apps, 'find'>;
  readonly grants: Pick<Grants, 'revoke' | 'announce'>;
  readonly now: () => number;
}

/** The storage of oidc-provider. It finds codes, tokens and cookies by their hash and does not store their values. */
export interface ProviderStorage {
  /** `adapter` of the provider's configuration. */
  readonly adapter: (name: string) => Adapter;
  /** Makes every call of the provider to its storage during `work` a part of a transaction. */
  within<Value>(tx: Transaction, work: () => Promise<Value>): Promise<Value>;
}

/** How a call of the provider reaches the database: within the transaction of its request, or by itself. */
interface Access {
  readonly db: () => Db;
  readonly transaction: <Value>(work: (tx: Transaction) => Promise<Value>) => Promise<Value>;
}

type ItemDeps = Pick<ProviderStorageDeps, 'grants' | 'now'> & { readonly access: Access };

const contextOf = () => Provider.ctx as KoaContextWithOIDC | undefined;

const routeOf = () => contextOf()?.oidc?.route;

const pagesOfDevice = new Set(['code_verification', 'device_resume']);

const createItemAdapter = (kind: Kind, { access, grants, now }: ItemDeps): Adapter => {
  const select = () => access.db().selectFrom('authorization_item').selectAll().where('kind', '=', kind);

  /** A device code has no consent yet by which its requests could wait for each other (`lockFamily`). */
  const selectLocked = () => (kind === 'DeviceCode' ? select().forUpdate() : select());

  /**
   * An item that was used. A code counts as unexpired then: oidc-provider looks at its expiry first, and would not revoke what
   * the code gave when it is presented a second time, late.
   */
  const asConsumed = (payload: AdapterPayload, consumedAt: number): AdapterPayload => {
    const whole = { ...payload, consumed: Math.floor(consumedAt / 1000) };
    return kind === 'AuthorizationCode' ? { ...whole, exp: Math.floor(now() / 1000) + 1 } : whole;
  };

  /** Access tokens are cached where they are checked; the caches must be cleared when some are revoked. */
  const announce = (tx: Transaction) => {
    if (kind === 'AccessToken') grants.announce(tx);
  };

  return {
    upsert: async (id, payload, expiresIn) => {
      const extra = kind === 'AuthorizationCode' ? usedItemRetentionMs.AuthorizationCode : 0;
      const changing = {
        payload: toStoredPayload(id, payload),
        grant_id: payload.grantId ?? null,
        account_id: payload.accountId ?? null,
        client_id: payload.clientId ?? null,
        uid_hash: kind === 'Session' ? hashSecret(payload.uid!) : null,
        expires_at: now() + (expiresIn ?? 0) * 1000 + extra,
      };
      const user_code_hash = payload.userCode === undefined ? null : hashSecret(payload.userCode);
      await access
        .db()
        .insertInto('authorization_item')
        .values({ kind, id_hash: toIdHash(kind, id), user_code_hash, ...changing })
        .onConflict((conflict) => conflict.columns(['kind', 'id_hash']).doUpdateSet(changing))
        .execute();
    },

    find: async (id) => {
      if (isSurrogate(id) && !(kind === 'DeviceCode' && pagesOfDevice.has(routeOf() ?? ''))) return undefined;
      const row = await selectLocked().where('id_hash', '=', toIdHash(kind, id)).executeTakeFirst();
      if (row === undefined) return undefined;
      const payload = fromStoredPayload(id, row.payload);
      return row.consumed_at === null ? payload : asConsumed(payload, row.consumed_at);
    },

    findByUid: async (uid) => {
      const row = await select().where('uid_hash', '=', hashSecret(uid)).executeTakeFirst();
      if (row === undefined) return undefined;
      const { jti: _, ...payload } = fromStoredPayload('', row.payload);
      return payload;
    },

    findByUserCode: async (userCode) => {
      const row = await selectLocked().where('user_code_hash', '=', hashSecret(userCode)).executeTakeFirst();
      if (row === undefined) return undefined;
      const payload: AdapterPayload = fromStoredPayload(toSurrogate(row.id_hash), row.payload);
      const whole = { ...payload, userCode };
      return row.consumed_at === null ? whole : asConsumed(whole, row.consumed_at);
    },

    consume: async (id) => {
      const expires_at =
        now() +
        (kind === 'RefreshToken' ? usedItemRetentionMs.RefreshToken : usedItemRetentionMs.AuthorizationCode);
      await access
        .db()
        .updateTable('authorization_item')
        .set({ consumed_at: now(), expires_at })
        .where('kind', '=', kind)
        .where('id_hash', '=', toIdHash(kind, id))
        .execute();
    },

    destroy: (id) =>
      access.transaction(async (tx) => {
        if (kind === 'Grant') {
          const by = routeOf() === 'token' ? 'reuse' : 'app';
          return grants.revoke(tx, id, { by, address: contextOf()?.ip ?? '' });
        }
        await tx.db
          .deleteFrom('authorization_item')
          .where('kind', '=', kind)
          .where('id_hash', '=', toIdHash(kind, id))
          .execute();
        announce(tx);
      }),

    revokeByGrantId: (grantId) =>
      access.transaction(async (tx) => {
        await tx.db
          .deleteFrom('authorization_item')
          .where('kind', '=', kind)
          .where('grant_id', '=', grantId)
          .execute();
        announce(tx);
      }),
  };
};

/** Clients are read, never written, by oidc-provider; they are apps. */
const createClientAdapter = (apps: Pick<Apps, 'find'>, { db }: Access): Adapter => {
  const none = async () => undefined;
  return {
    upsert: none,
    findByUid: none,
    findByUserCode: none,
    consume: none,
    destroy: none,
    revokeByGrantId: none,
    find: async (clientId) => {
      if (clientId === bridgeClient.client_id) return bridgeClient as AdapterPayload;
      const app = await apps.find(db(), clientId);
      return app && (toClientMetadata(app) as AdapterPayload);
    },
  };
};

const isKind = (name: string): name is Kind => kinds.some((kind) => kind === name);

/**
 * The methods of an adapter of oidc-provider have no parameter for a transaction, and it makes one adapter for each model, not
 * for each request. So the transaction reaches them through an AsyncLocalStorage, in this file alone (decisions/017).
 */
export const createProviderStorage = ({ store, apps, ...deps }: ProviderStorageDeps): ProviderStorage => {
  const running = new AsyncLocalStorage<Transaction>();
  const access: Access = {
    db: () => running.getStore()?.db ?? store.db,
    transaction: (work) => {
      const tx = running.getStore();
      return tx === undefined ? store.transaction('full', work) : work(tx);
    },
  };
  return {
    adapter: (name) => {
      if (name === 'Client') return createClientAdapter(apps, access);
      if (isKind(name)) return createItemAdapter(name, { ...deps, access });
      throw new Error(`the authorization server stores no ${name}`);
    },
    within: (tx, work) => running.run(tx, work),
  };
};
