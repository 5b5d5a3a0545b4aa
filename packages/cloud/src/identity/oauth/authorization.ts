import type { FastifyPluginAsync } from 'fastify';
import type { Store } from '../../kernel/database/store.ts';
import type { Log } from '../../kernel/log/log.ts';
import type { Accounts } from '../account/accounts.ts';
import type { Browsers } from '../account/browser.ts';
import { createProviderStorage } from './adapter.ts';
import { type Apps, createApps } from './apps.ts';
import { createInteractionRoutes } from './interaction.ts';
import type { AuthorizationLimits } from './limits.ts';
import { createLinks, type Links } from './links.ts';
import { createOwnTokens, type OwnTokens } from './own-tokens.ts';
import { createPairings, type Pairings } from './pairings.ts';
import { createProvider } from './provider.ts';
import { createProviderRoutes } from './routes.ts';
import { createTokens, type Tokens } from './tokens.ts';

/** The authorization server: apps, what owners allowed them, tokens, and the pages and endpoints of OAuth. */
export interface Authorization {
  readonly apps: Apps;
  readonly links: Links;
  readonly tokens: Tokens;
  readonly ownTokens: OwnTokens;
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
  const links = createLinks(store, now);
  const apps = createApps(store, now, links.announce);
  accounts.beforeRemoval(links.removeAccount);
  accounts.onAppsEnded(links.endAll);
  const storage = createProviderStorage({ store, apps, links, now });
  const provider = createProvider({ ...parts, storage, apps });
  return {
    apps,
    links,
    tokens: createTokens(store, { now, onRevoked: links.onRevoked }),
    ownTokens: createOwnTokens(store, now, links.announce),
    pairings: createPairings(provider, { store, storage, audit: accounts.audit }),
    routes: async (app) => {
      await app.register(createProviderRoutes({ ...parts, provider }));
      await app.register(createInteractionRoutes({ ...parts, provider }));
    },
  };
};
