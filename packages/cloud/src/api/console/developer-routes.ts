import type { FastifyPluginAsync } from 'fastify';
import type { Endpoints } from '../../delivery/endpoint/endpoint.ts';
import type { Audit } from '../../identity/account/audit.ts';
import type { Apps } from '../../identity/oauth/apps.ts';
import type { OwnTokens } from '../../identity/oauth/own-tokens.ts';
import type { Store } from '../../kernel/database/store.ts';
import type { UsageOf } from '../usage/read-usage.ts';
import { createAppRoutes } from './app-routes.ts';
import { createEndpointRoutes } from './endpoint-routes.ts';
import type { Guard } from './guard.ts';
import { createOwnApp } from './own-app.ts';

export interface DeveloperRoutesDeps {
  readonly guard: Guard;
  readonly apps: Apps;
  readonly ownTokens: OwnTokens;
  readonly endpoints: Endpoints;
  readonly usageOf: UsageOf;
  readonly store: Store;
  readonly audit: Pick<Audit, 'record'>;
}

/** What a developer sees and does: apps, what they ask for, and the endpoints that hear of changes. */
export const createDeveloperRoutes = (parts: DeveloperRoutesDeps): FastifyPluginAsync => {
  const own = createOwnApp(parts);
  return async (app) => {
    await app.register(createAppRoutes({ ...parts, own }));
    await app.register(createEndpointRoutes({ ...parts, own }));
  };
};
