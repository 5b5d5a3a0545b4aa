import { type Refused, refuseRequest } from '@plenum/protocol/console';
import type { Apps } from '../../identity/oauth/app/apps.ts';
import type { Store } from '../../kernel/database/store.ts';

interface AppCall {
  readonly accountId: string;
  readonly parameters: { readonly clientId: string };
}

/** Runs a handler only if the developer owns the app in the path; with `isLive`, only if it is not test keys. */
export const createOwnApp =
  (
    { store, apps }: { readonly store: Store; readonly apps: Pick<Apps, 'find'> },
    { isLive = false }: { readonly isLive?: boolean } = {},
  ) =>
  <C extends AppCall, Result>(handler: (call: C) => Promise<Result>) =>
  async (call: C): Promise<Result | Refused> => {
    const app = await apps.find(store.db, call.parameters.clientId);
    const isOwn = app?.ownerAccountId === call.accountId && !(isLive && app.liveClientId !== undefined);
    return isOwn ? handler(call) : refuseRequest('no-such-app');
  };
