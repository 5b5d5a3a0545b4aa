import type { FastifyPluginAsync } from 'fastify';
import type { Accounts } from '../account/accounts.ts';
import type { Browsers } from '../account/browser.ts';
import type { Log } from '../log/log.ts';
import type { Store } from '../store/store.ts';
import { type Apps, createApps } from './apps.ts';
import { createInteractionRoutes } from './interaction.ts';
import { createLinks, type Links } from './links.ts';
import { createProvider } from './provider.ts';
import { createProviderRoutes } from './routes.ts';
import { createTokens, type Tokens } from './tokens.ts';

/** The authorization server: apps, what owners allowed them, tokens, and the pages and endpoints of OAuth. */
export interface Authorization {
  readonly apps: Apps;
  readonly links: Links;
  readonly tokens: Tokens;
  readonly routes: FastifyPluginAsync;
}

export interface AuthorizationParts {
  readonly store: Store;
  readonly accounts: Accounts;
  readonly browsers: Browsers;
  readonly publicUrl: string;
  readonly now: () => number;
  readonly log: Log;
}

export const createAuthorization = (parts: AuthorizationParts): Authorization => {
  const { store, accounts, now } = parts;
  const links = createLinks(store, now);
  const apps = createApps(store, now, links.announce);
  accounts.beforeRemoval((_, accountId) => links.removeAccount(accountId));
  const provider = createProvider({ ...parts, apps, links });
  return {
    apps,
    links,
    tokens: createTokens(store, { now, onRevoked: links.onRevoked }),
    routes: async (app) => {
      await app.register(createProviderRoutes({ ...parts, provider }));
      await app.register(createInteractionRoutes({ ...parts, provider }));
    },
  };
};
