import type { ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Encryption } from '../../kernel/crypto/encryption.ts';
import type { Store } from '../../kernel/database/store.ts';
import type { Log } from '../../kernel/log/log.ts';
import type { Accounts } from '../account/accounts.ts';
import type { Browsers } from '../account/browser.ts';
import { type Apps, createApps } from './app/apps.ts';
import { createRegistrations, type Registrations } from './app/registrations.ts';
import { createPairings, type Pairings } from './device/pairings.ts';
import { ForwardedRequest } from './forwarded-request.ts';
import type { AuthorizationLimits } from './limits.ts';
import { createFindInteraction, type FindInteraction } from './provider/interaction.ts';
import { createIssueCode, type IssueCode } from './provider/issue-code.ts';
import { createIssueTestTokens, type IssueTestTokens } from './provider/issue-test-tokens.ts';
import { isOverLimit } from './provider/limit-requests.ts';
import { createProvider } from './provider/provider.ts';
import type { ProviderPages } from './provider/provider-pages.ts';
import { createProviderStorage } from './provider-storage.ts';
import { type AccessTokens, createAccessTokens } from './token/access-tokens.ts';
import { type ConsoleTokens, createConsoleTokens } from './token/console-tokens.ts';
import { createGrants, type Grants } from './token/grants.ts';
import { createOwnTokens, type OwnTokens } from './token/own-tokens.ts';

/** The authorization server: apps, the access that owners granted, and tokens. Its routes are in `api/oauth`. */
export interface Authorization {
  readonly apps: Apps;
  readonly grants: Grants;
  readonly tokens: AccessTokens;
  /** The tokens that apps have for themselves. */
  readonly ownTokens: OwnTokens;
  readonly consoleTokens: ConsoleTokens;
  readonly pairings: Pairings;
  /** Apps that register themselves, or `undefined` if that is not allowed. */
  readonly registrations: Registrations | undefined;
  readonly findInteraction: FindInteraction;
  /** For development mode. */
  readonly issueCode: IssueCode;
  readonly issueTestTokens: IssueTestTokens;
  /** True if `handle` would refuse a request because of its address, whatever its body. */
  isOverLimit(request: FastifyRequest): boolean;
  /** Handles a request to an OAuth endpoint. `url` replaces the path and query of the request. */
  handle(request: FastifyRequest, response: ServerResponse, url?: string): Promise<void>;
}

interface AuthorizationDeps {
  readonly store: Store;
  readonly accounts: Accounts;
  readonly browsers: Browsers;
  readonly limits: AuthorizationLimits;
  readonly pages: ProviderPages;
  /** Encrypts the client ids of apps that register themselves. If it is missing, apps cannot register themselves. */
  readonly registrationEncryption: Encryption | undefined;
  /** True to refuse every client except test keys. */
  readonly onlyTestUsers?: boolean | undefined;
  readonly publicUrl: string;
  readonly now: () => number;
  readonly log: Log;
}

export function createAuthorization(deps: AuthorizationDeps): Authorization {
  const { store, accounts, limits, publicUrl, now, onlyTestUsers } = deps;
  const { audit } = accounts;
  const encryption = deps.registrationEncryption;
  const grants = createGrants(store, now);
  const apps = createApps(store, now, grants.announce);
  accounts.beforeRemoval(grants.removeAccount);
  accounts.onAppsEnded(grants.endAll);
  const registrations = encryption && createRegistrations({ encryption, limit: limits.of.register, now });
  const storage = createProviderStorage({ store, apps, grants, registrations, onlyTestUsers, now });
  const provider = createProvider({ ...deps, storage, apps, registrations });
  const callback = provider.callback();
  return {
    apps,
    grants,
    ownTokens: createOwnTokens(store, now),
    tokens: createAccessTokens(store, { now, onRevoked: grants.onRevoked }),
    consoleTokens: createConsoleTokens(store, now, grants.announce),
    pairings: createPairings(provider, { store, storage, audit }),
    registrations,
    issueCode: createIssueCode(provider, { store, audit }),
    issueTestTokens: createIssueTestTokens(provider, { store, storage, audit, now }),
    findInteraction: createFindInteraction({ provider, store, audit, registrations, publicUrl }),
    isOverLimit: ({ ip, routeOptions: { url } }) => isOverLimit(limits, { path: url, address: ip }),
    handle: (request, response, url = request.url) =>
      callback(new ForwardedRequest(request, { publicUrl, url }), response),
  };
}
