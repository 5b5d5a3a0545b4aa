import { listen, listenRefusals } from '@plenum/protocol/cloud';
import { hashSecret, isSameHash } from '../../identity/account/secret.ts';
import type { Apps } from '../../identity/oauth/app/apps.ts';
import { readClientCredentials } from '../../identity/oauth/app/client-credentials.ts';
import { readListenedApp } from '../../identity/oauth/app/listen-app.ts';
import type { AccessTokens } from '../../identity/oauth/token/access-tokens.ts';
import type { Store } from '../../kernel/database/store.ts';
import { bearerOf } from '../../kernel/http/bearer.ts';
import type { EnteredListener, ListenerOwner } from './listener-store.ts';

/** The app whose events a request may receive. */
export interface IdentifiedApp extends ListenerOwner {
  readonly appName: string;
  readonly isTest: boolean;
  /** The account of the app's developer. */
  readonly developerId: string;
}

interface IdentifyDeps {
  readonly store: Pick<Store, 'db'>;
  readonly apps: Pick<Apps, 'find'>;
  readonly tokens: Pick<AccessTokens, 'identify'>;
  readonly now: () => number;
}

/** Identifies the app of a request by its `Authorization` header. */
export function createIdentify({ store, apps, tokens, now }: IdentifyDeps) {
  const byConsent = async (token: string) => {
    const holder = await tokens.identify(token);
    if (holder?.clientId !== listen.clientId || !holder.scopes.includes(listen.scope))
      return listenRefusals.refuse('wrong-token');
    const { accountId, grantId } = holder;
    const listened = await readListenedApp(store.db, grantId, now());
    const app = listened === undefined ? undefined : await apps.find(store.db, listened);
    if (app?.ownerAccountId !== accountId) return listenRefusals.refuse('wrong-token');
    const { clientId, name: appName } = app;
    const right = { accountId, grantId, keyHash: null };
    const isTest = app.liveClientId !== undefined;
    return { clientId, appName, developerId: accountId, isTest, right } satisfies IdentifiedApp;
  };

  return async (authorization: string | undefined) => {
    const token = bearerOf({ headers: { authorization } });
    if (token !== undefined) return byConsent(token);
    const keys = readClientCredentials({ authorization, form: undefined });
    if (keys?.secret === undefined) return listenRefusals.refuse('not-identified');
    const app = await apps.find(store.db, keys.clientId);
    const keyHash = hashSecret(keys.secret);
    if (app?.ownerAccountId === undefined || !isSameHash(app.secretHash ?? '', keyHash))
      return listenRefusals.refuse('wrong-secret');
    const { clientId, ownerAccountId: developerId, name: appName } = app;
    if (app.liveClientId === undefined) return listenRefusals.refuse('live-keys');
    const right = { keyHash, accountId: null, grantId: null };
    return { clientId, appName, developerId, isTest: true, right } satisfies IdentifiedApp;
  };
}

/** Creates a function that returns why a connection may not continue, or undefined if it may. */
export const createFindEnd =
  ({ store, now }: Pick<IdentifyDeps, 'store' | 'now'>) =>
  async ({ clientId, right }: EnteredListener): Promise<4001 | 4002 | undefined> => {
    const app = await store.db
      .selectFrom('app')
      .select(['secret_hash', 'owner_account_id'])
      .where('client_id', '=', clientId)
      .executeTakeFirst();
    if (app === undefined) return 4001;
    if (right.keyHash !== null) return right.keyHash === app.secret_hash ? undefined : 4002;
    const isAllowed = (await readListenedApp(store.db, right.grantId, now())) === clientId;
    return isAllowed && right.accountId === app.owner_account_id ? undefined : 4002;
  };
