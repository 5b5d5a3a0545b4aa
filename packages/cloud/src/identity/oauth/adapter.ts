import Provider, { type Adapter, type AdapterPayload, type KoaContextWithOIDC } from 'oidc-provider';
import type { Store } from '../../kernel/database/store.ts';
import { hashSecret } from '../account/secret.ts';
import { type KeptAnswer, openAnswer } from './answer.ts';
import type { Apps } from './apps.ts';
import { bridgeClient, toClientMetadata } from './client.ts';
import { fromKept, isSurrogate, toIdHash, toKept, toSurrogate } from './item.ts';
import { type Kind, kinds, remembered, repeatable } from './kinds.ts';
import type { Links } from './links.ts';

interface Parts {
  readonly store: Store;
  readonly apps: Apps;
  readonly links: Pick<Links, 'revoke' | 'announce'>;
  readonly now: () => number;
}

/** What this adapter leaves in a request for the steps after it. */
export interface RequestState {
  /** The answer a repeated refresh is answered with. */
  repeated?: KeptAnswer;
  /** What went wrong here, where that was answered already. */
  failed?: unknown;
}

const contextOf = () => Provider.ctx as KoaContextWithOIDC | undefined;

const requestState = () => contextOf()?.state as RequestState | undefined;

const routeOf = () => contextOf()?.oidc?.route;

const pagesOfDevice = new Set(['code_verification', 'device_resume']);

const createItemAdapter = (kind: Kind, { store, links, now }: Parts): Adapter => {
  const select = () => store.db.selectFrom('authorization_item').selectAll().where('kind', '=', kind);

  /** A device code has no consent yet by which its requests could wait for each other (`lockFamily`). */
  const selectLocked = () =>
    kind === 'DeviceCode' && store.engine === 'postgres' ? select().forUpdate() : select();

  const isAlive = async (refreshToken: unknown) => {
    const row = await select()
      .where('id_hash', '=', toIdHash(kind, String(refreshToken)))
      .executeTakeFirst();
    return row !== undefined && row.consumed_at === null;
  };

  /**
   * The answer a refresh token was exchanged for, where it may be given again: within 30 s, and as long as nobody has used
   * what it gave. After that a second use means that two have the token (RFC 9700, 4.14.2).
   */
  const findRepeatable = async (id: string, row: { consumed_at: number | null; answer: string | null }) => {
    if (kind !== 'RefreshToken' || routeOf() !== 'token' || row.answer === null) return undefined;
    if (now() - row.consumed_at! > repeatable) return undefined;
    const answer = openAnswer(row.answer, id);
    return (await isAlive(answer.body.refresh_token)) ? answer : undefined;
  };

  /**
   * Something that was used up. A code counts as unexpired then: oidc-provider looks at its expiry first, and would not
   * get to revoke what the code gave when it comes a second time, late.
   */
  const asConsumed = (payload: AdapterPayload, consumedAt: number): AdapterPayload => {
    const whole = { ...payload, consumed: Math.floor(consumedAt / 1000) };
    return kind === 'AuthorizationCode' ? { ...whole, exp: Math.floor(now() / 1000) + 1 } : whole;
  };

  return {
    upsert: async (id, payload, expiresIn) => {
      const state = requestState();
      // A repeated refresh is answered with what was given the first time; what is made now is given to nobody.
      if (state?.repeated !== undefined && kind === 'AccessToken') return;
      const extra = kind === 'AuthorizationCode' ? remembered.AuthorizationCode : 0;
      const changing = {
        payload: toKept(id, payload),
        grant_id: payload.grantId ?? null,
        account_id: payload.accountId ?? null,
        client_id: payload.clientId ?? null,
        uid_hash: kind === 'Session' ? hashSecret(payload.uid!) : null,
        expires_at: now() + (expiresIn ?? 0) * 1000 + extra,
      };
      const user_code_hash = payload.userCode === undefined ? null : hashSecret(payload.userCode);
      await store.db
        .insertInto('authorization_item')
        .values({ kind, id_hash: toIdHash(kind, id), user_code_hash, ...changing })
        .onConflict((conflict) => conflict.columns(['kind', 'id_hash']).doUpdateSet(changing))
        .execute();
    },

    find: async (id) => {
      if (isSurrogate(id) && !(kind === 'DeviceCode' && pagesOfDevice.has(routeOf() ?? ''))) return undefined;
      const row = await selectLocked().where('id_hash', '=', toIdHash(kind, id)).executeTakeFirst();
      if (row === undefined) return undefined;
      const payload = fromKept(id, row.payload);
      if (row.consumed_at === null) return payload;
      const repeated = await findRepeatable(id, row);
      if (repeated === undefined) return asConsumed(payload, row.consumed_at);
      requestState()!.repeated = repeated;
      return payload;
    },

    findByUid: async (uid) => {
      const row = await select().where('uid_hash', '=', hashSecret(uid)).executeTakeFirst();
      if (row === undefined) return undefined;
      const { jti: _, ...payload } = fromKept('', row.payload);
      return payload;
    },

    findByUserCode: async (userCode) => {
      const row = await selectLocked().where('user_code_hash', '=', hashSecret(userCode)).executeTakeFirst();
      if (row === undefined) return undefined;
      const payload: AdapterPayload = fromKept(toSurrogate(row.id_hash), row.payload);
      const whole = { ...payload, userCode };
      return row.consumed_at === null ? whole : asConsumed(whole, row.consumed_at);
    },

    consume: async (id) => {
      const expires_at =
        now() + (kind === 'RefreshToken' ? remembered.RefreshToken : remembered.AuthorizationCode);
      await store.db
        .updateTable('authorization_item')
        .set({ consumed_at: now(), expires_at })
        .where('kind', '=', kind)
        .where('id_hash', '=', toIdHash(kind, id))
        .execute();
    },

    destroy: async (id) => {
      if (kind === 'Grant')
        return links.revoke(id, routeOf() === 'token' ? 'reuse' : 'app', contextOf()?.ip ?? '');
      await store.db
        .deleteFrom('authorization_item')
        .where('kind', '=', kind)
        .where('id_hash', '=', toIdHash(kind, id))
        .execute();
      if (kind === 'AccessToken') links.announce();
    },

    revokeByGrantId: async (grantId) => {
      await store.db
        .deleteFrom('authorization_item')
        .where('kind', '=', kind)
        .where('grant_id', '=', grantId)
        .execute();
      if (kind === 'AccessToken') links.announce();
    },
  };
};

/** Clients are read, never written, by oidc-provider; they are apps. */
const createClientAdapter = (apps: Apps): Adapter => {
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
      const app = await apps.find(clientId);
      return app && (toClientMetadata(app) as AdapterPayload);
    },
  };
};

const isKind = (name: string): name is Kind => kinds.some((kind) => kind === name);

/** The store as oidc-provider wants it. Codes, tokens and cookies are found by their hash; the store cannot tell them. */
export const createAdapter =
  (parts: Parts) =>
  (name: string): Adapter => {
    if (name === 'Client') return createClientAdapter(parts.apps);
    if (isKind(name)) return createItemAdapter(name, parts);
    throw new Error(`the authorization server keeps no ${name}`);
  };
