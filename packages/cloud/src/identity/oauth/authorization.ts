import type { FastifyPluginAsync } from 'fastify';
import type { Store } from '../../kernel/database/store.ts';
import type { Log } from '../../kernel/log/log.ts';
import type { Accounts } from '../account/accounts.ts';
import type { Browsers } from '../account/browser.ts';
import { type AccessTokens, createAccessTokens } from './access-tokens.ts';
import { createProviderStorage } from './adapter.ts';
import { type Apps, createApps } from './apps.ts';
import { type ConsoleTokens, createConsoleTokens } from './console-tokens.ts';
import { createGrants, type Grants } from './grants.ts';
import { createInteractionRoutes } from './interaction.ts';
import type { AuthorizationLimits } from './limits.ts';
import { createPairings, type Pairings } from './pairings.ts';
import { createProvider } from './provider.ts';
import { createProviderRoutes } from './routes.ts';

/** The authorization server: apps, what owners allowed them, tokens, and the pages and endpoints of OAuth. */
export interface Authorization {
  readonly apps: Apps;
  readonly grants: Grants;
  readonly tokens: AccessTokens;
  readonly consoleTokens: ConsoleTokens;
  readonly pairings: Pairings;
  readonly routes: FastifyPluginAsync;
}

export interface AuthorizationDeps {
  readonly store: Store;
  readonly accounts: Accounts;
  readonly browsers: Browsers;
  readonly limits: AuthorizationLimits;
  readonly publicUrl: string;
  readonly now: () => number;
  readonly log: Log;
}

export const createAuthorization = (parts: AuthorizationDeps): Authorization => {
  const { store, accounts, now } = parts;
  const grants = createGrants(store, now);
  const apps = createApps(store, now, grants.announce);
  accounts.beforeRemoval(grants.removeAccount);
  accounts.onAppsEnded(grants.endAll);
  const storage = createProviderStorage({ store, apps, grants, now });
  const provider = createProvider({ ...parts, storage, apps });
  return {
    apps,
    grants: grants,
    tokens: createAccessTokens(store, { now, onRevoked: grants.onRevoked }),
    consoleTokens: createConsoleTokens(store, now, grants.announce),
    pairings: createPairings(provider, { store, storage, audit: accounts.audit }),
    routes: async (app) => {
      await app.register(createProviderRoutes({ ...parts, provider }));
      await app.register(createInteractionRoutes({ ...parts, provider }));
    },
  };
};
