import type { FastifyPluginAsync } from 'fastify';
import type { Endpoints } from '../../delivery/endpoint/endpoint.ts';
import type { Accounts } from '../../identity/account/accounts.ts';
import type { Authorization } from '../../identity/oauth/authorization.ts';
import type { UsageOf } from '../usage/read-usage.ts';
import { createDeveloperRoutes } from './developer-routes.ts';
import { createGuard, type GuardDeps } from './guard.ts';
import { createHouseRoutes, type HouseRoutesDeps } from './house-routes.ts';
import { createOwnerRoutes, type OwnerRoutesDeps } from './owner-routes.ts';
import { createPairingRoutes, type PairingRoutesDeps } from './pairing-routes.ts';

export interface ConsoleDeps
  extends GuardDeps,
    Omit<OwnerRoutesDeps, 'guard' | 'authorization' | 'uplinks'>,
    Omit<HouseRoutesDeps, 'guard' | 'uplinks' | 'browsers'>,
    Pick<PairingRoutesDeps, 'accounts'> {
  readonly accounts: PairingRoutesDeps['accounts'] & Pick<Accounts, 'audit'>;
  readonly uplinks: OwnerRoutesDeps['uplinks'] & HouseRoutesDeps['uplinks'];
  readonly authorization: Pick<Authorization, 'links' | 'apps' | 'ownTokens' | 'pairings'>;
  readonly endpoints: Endpoints;
  readonly usageOf: UsageOf;
}

/**
 * The console in JSON, for whoever is signed in: what owners and developers see and do. Whatever changes something wants the
 * form token that `POST /account/sign-in` and `GET /account` give, as `X-Form-Token`.
 */
export const createConsoleRoutes = (parts: ConsoleDeps): FastifyPluginAsync => {
  const guard = createGuard(parts);
  const { accounts, endpoints, usageOf, store } = parts;
  const { apps, ownTokens, pairings } = parts.authorization;
  return async (app) => {
    await app.register(createOwnerRoutes({ ...parts, guard }));
    await app.register(createPairingRoutes({ guard, pairings, accounts }));
    await app.register(createHouseRoutes({ ...parts, guard }));
    await app.register(
      createDeveloperRoutes({ guard, apps, ownTokens, endpoints, usageOf, store, audit: accounts.audit }),
    );
  };
};
