import type { FastifyPluginAsync } from 'fastify';
import type { Authorization } from '../authorize/authorization.ts';
import type { Endpoints } from '../event/endpoint.ts';
import { createDeveloperRoutes } from './developer-routes.ts';
import { createGuard, type GuardParts } from './guard.ts';
import { createOwnerRoutes, type OwnerRoutesParts } from './owner-routes.ts';

export interface ConsoleParts extends GuardParts, Omit<OwnerRoutesParts, 'guard' | 'authorization'> {
  readonly authorization: Pick<Authorization, 'links' | 'apps'>;
  readonly endpoints: Endpoints;
}

/**
 * The console in JSON, for whoever is signed in: what owners and developers see and do. Whatever changes something wants the
 * form token that `POST /account/sign-in` and `GET /account` give, as `X-Form-Token`.
 */
export const createConsoleRoutes = (parts: ConsoleParts): FastifyPluginAsync => {
  const guard = createGuard(parts);
  const { apps } = parts.authorization;
  return async (app) => {
    await app.register(createOwnerRoutes({ ...parts, guard }));
    await app.register(createDeveloperRoutes({ guard, apps, endpoints: parts.endpoints }));
  };
};
