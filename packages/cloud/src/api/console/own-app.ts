import { type Refused, refuse } from '@plenum/protocol/console';
import type { Apps } from '../../identity/oauth/app/apps.ts';
import type { Store } from '../../kernel/database/store.ts';

interface AppCall {
  readonly accountId: string;
  readonly parameters: { readonly clientId: string };
}

/** Runs a handler only if the developer owns the app in the path. */
export const createOwnApp =
  ({ store, apps }: { readonly store: Store; readonly apps: Pick<Apps, 'find'> }) =>
  <C extends AppCall, Result>(handler: (call: C) => Promise<Result>) =>
  async (call: C): Promise<Result | Refused> => {
    const app = await apps.find(store.db, call.parameters.clientId);
    return app?.ownerAccountId === call.accountId ? handler(call) : refuse('no-such-app');
  };
