import { listenRefusals } from '@plenum/protocol/cloud';
import { hashSecret, isSameHash } from '../../identity/account/secret.ts';
import type { Apps } from '../../identity/oauth/app/apps.ts';
import { readClientCredentials } from '../../identity/oauth/app/client-credentials.ts';
import type { Store } from '../../kernel/database/store.ts';
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
}

/** Identifies the app of a request by its `Authorization` header. */
export function createIdentify({ store, apps }: IdentifyDeps) {
  return async (authorization: string | undefined) => {
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
  ({ store }: Pick<IdentifyDeps, 'store'>) =>
  async ({ clientId, right }: EnteredListener): Promise<4001 | 4002 | undefined> => {
    const app = await store.db
      .selectFrom('app')
      .select('secret_hash')
      .where('client_id', '=', clientId)
      .executeTakeFirst();
    if (app === undefined) return 4001;
    return right.keyHash === app.secret_hash ? undefined : 4002;
  };
