import type { Apps } from '../../identity/oauth/apps.ts';
import type { Store } from '../../kernel/database/store.ts';
import { type Answered, type Asked, no } from './guard.ts';

export const noApp = no(404, 'no-such-app', 'You have no such app.');

/** Lets an act go on where the app named in the address is the developer's own. */
export const createOwnApp =
  ({ store, apps }: { readonly store: Store; readonly apps: Pick<Apps, 'find'> }) =>
  (act: (asked: Asked) => Promise<Answered>) =>
  async (asked: Asked) =>
    (await apps.find(store.db, asked.params.clientId!))?.ownerAccountId === asked.accountId
      ? act(asked)
      : noApp;

export type OwnApp = ReturnType<typeof createOwnApp>;
