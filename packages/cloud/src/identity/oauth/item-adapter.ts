import type { Adapter, AdapterPayload, KoaContextWithOIDC } from 'oidc-provider';
import type { Db, Transaction } from '../../kernel/database/store.ts';
import { hashSecret } from '../account/secret.ts';
import { errors, Provider } from './oidc-library.ts';
import { toCloudTime, toProviderTime } from './provider-time.ts';
import type { Grants } from './token/grants.ts';
import type { Kind } from './token/kinds.ts';
import { usedItemRetentionMs } from './token/lifetimes.ts';
import type { AppGrant } from './token/revocation.ts';
import {
  fromStoredPayload,
  isSurrogate,
  toIdHash,
  toStoredPayload,
  toSurrogate,
} from './token/stored-payload.ts';
import { mayAllow } from './token/test-mode.ts';

/** Access to the database for calls of the provider, within the transaction of the request or separately. */
export interface StoreAccess {
  readonly db: () => Db;
  readonly transaction: <Value>(work: (tx: Transaction) => Promise<Value>) => Promise<Value>;
}

interface ItemDeps {
  readonly access: StoreAccess;
  readonly grants: Pick<Grants, 'revoke' | 'announce' | 'linked'>;
  readonly now: () => number;
}

const contextOf = () => Provider.ctx as KoaContextWithOIDC | undefined;

const routeOf = () => contextOf()?.oidc?.route;

const devicePageRoutes = new Set(['code_verification', 'device_resume']);

type Queries = Pick<Adapter, 'find' | 'findByUid' | 'findByUserCode'>;

const createQueries = (kind: Kind, { access, now }: ItemDeps): Queries => {
  const select = () => access.db().selectFrom('authorization_item').selectAll().where('kind', '=', kind);

  /**
   * Requests for a device code lock the row of the code, because there is no consent yet that could be locked
   * (`lockConsent`).
   */
  const selectLocked = () => (kind === 'DeviceCode' ? select().forUpdate() : select());

  /**
   * Marks an item as used. A used code is reported as unexpired, because oidc-provider checks the expiry first and
   * would not revoke the tokens of a code that is used again after it expired.
   */
  const asConsumed = (payload: AdapterPayload, consumedAt: number): AdapterPayload => {
    const whole = { ...payload, consumed: Math.floor(consumedAt / 1000) };
    return kind === 'AuthorizationCode' ? { ...whole, exp: Math.floor(now() / 1000) + 1 } : whole;
  };

  const toProvider = (payload: AdapterPayload): AdapterPayload => toProviderTime(payload, now);

  return {
    find: async (id) => {
      if (isSurrogate(id) && !(kind === 'DeviceCode' && devicePageRoutes.has(routeOf() ?? '')))
        return undefined;
      const row = await selectLocked().where('id_hash', '=', toIdHash(kind, id)).executeTakeFirst();
      if (row === undefined) return undefined;
      const payload = fromStoredPayload(id, row.payload);
      // The code is refused if it was sent to a redirect URI that its app no longer has.
      const isFreshCode = kind === 'AuthorizationCode' && row.consumed_at === null;
      if (isFreshCode && contextOf()?.oidc.client?.redirectUriAllowed(payload.redirectUri!) === false)
        return undefined;
      return toProvider(row.consumed_at === null ? payload : asConsumed(payload, row.consumed_at));
    },

    findByUid: async (uid) => {
      const row = await select().where('uid_hash', '=', hashSecret(uid)).executeTakeFirst();
      if (row === undefined) return undefined;
      const { jti: _, ...payload } = fromStoredPayload('', row.payload);
      return toProvider(payload);
    },

    findByUserCode: async (userCode) => {
      const row = await selectLocked().where('user_code_hash', '=', hashSecret(userCode)).executeTakeFirst();
      if (row === undefined) return undefined;
      const payload: AdapterPayload = fromStoredPayload(toSurrogate(row.id_hash), row.payload);
      const whole = { ...payload, userCode };
      return toProvider(row.consumed_at === null ? whole : asConsumed(whole, row.consumed_at));
    },
  };
};

/** Returns the link that a refresh token begins. Those that replace an earlier one continue a link. */
const linkOf = (kind: Kind, { accountId, clientId, rotations }: AdapterPayload): AppGrant | undefined =>
  kind === 'RefreshToken' && rotations === 0 && accountId !== undefined && clientId !== undefined
    ? { accountId, clientId }
    : undefined;

const createWrites = (
  kind: Kind,
  { access, grants, now }: ItemDeps,
): Pick<Adapter, 'upsert' | 'consume'> => ({
  upsert: async (id, payload, expiresIn = 0) => {
    const { accountId = '', clientId = '' } = payload;
    if (kind === 'Grant' && !(await mayAllow(access.db(), { accountId, clientId })))
      throw new errors.AccessDenied('test keys are for test users of the app, and live keys for all others');
    const extra = kind === 'AuthorizationCode' ? usedItemRetentionMs.AuthorizationCode : 0;
    const inCloudTime = {
      ...toCloudTime(payload, now),
      ...(payload.exp !== undefined && { exp: Math.floor(now() / 1000) + expiresIn }),
    };
    const changing = {
      payload: toStoredPayload(id, inCloudTime),
      grant_id: payload.grantId ?? null,
      account_id: payload.accountId ?? null,
      client_id: payload.clientId ?? null,
      uid_hash: kind === 'Session' ? hashSecret(payload.uid!) : null,
      expires_at: now() + expiresIn * 1000 + extra,
    };
    const user_code_hash = payload.userCode === undefined ? null : hashSecret(payload.userCode);
    const write = (db: Db) =>
      db
        .insertInto('authorization_item')
        .values({ kind, id_hash: toIdHash(kind, id), user_code_hash, ...changing })
        .onConflict((conflict) => {
          const update = conflict.columns(['kind', 'id_hash']).doUpdateSet(changing);
          // The first response to a code counts. Otherwise oidc-provider would store a refusal after another person has
          // allowed the code.
          return kind === 'DeviceCode' ? update.where('authorization_item.account_id', 'is', null) : update;
        })
        .execute();
    const link = linkOf(kind, payload);
    if (link === undefined) return void (await write(access.db()));
    await access.transaction(async (tx) => {
      await write(tx.db);
      await grants.linked(tx, link);
    });
  },

  consume: async (id) => {
    const { RefreshToken, AuthorizationCode } = usedItemRetentionMs;
    const expires_at = now() + (kind === 'RefreshToken' ? RefreshToken : AuthorizationCode);
    await access
      .db()
      .updateTable('authorization_item')
      .set({ consumed_at: now(), expires_at })
      .where('kind', '=', kind)
      .where('id_hash', '=', toIdHash(kind, id))
      .execute();
  },
});

type Deletions = Pick<Adapter, 'destroy' | 'revokeByGrantId'>;

const createDeletions = (kind: Kind, { access, grants }: ItemDeps): Deletions => {
  const deleteWhere = async (tx: Transaction, column: 'id_hash' | 'grant_id', value: string) => {
    await tx.db.deleteFrom('authorization_item').where('kind', '=', kind).where(column, '=', value).execute();
    // Access tokens are cached by the code that verifies them. The caches must be cleared when tokens are revoked.
    if (kind === 'AccessToken') grants.announce(tx);
  };
  return {
    destroy: (id) =>
      access.transaction(async (tx) => {
        if (kind !== 'Grant') return deleteWhere(tx, 'id_hash', toIdHash(kind, id));
        const by = routeOf() === 'token' ? 'reuse' : 'app';
        return grants.revoke(tx, id, { by, address: contextOf()?.ip ?? '' });
      }),
    revokeByGrantId: (grantId) => access.transaction((tx) => deleteWhere(tx, 'grant_id', grantId)),
  };
};

/** Creates the storage of oidc-provider for items of one kind. */
export const createItemAdapter = (kind: Kind, deps: ItemDeps): Adapter => ({
  ...createQueries(kind, deps),
  ...createWrites(kind, deps),
  ...createDeletions(kind, deps),
});
