import type { FastifyPluginAsync } from 'fastify';
import type { Accounts } from '../account/accounts.ts';
import type { Authorization } from '../authorize/authorization.ts';
import type { Endpoints } from '../event/endpoint.ts';
import type { UsageOf } from '../usage/read-usage.ts';
import { createDeveloperRoutes } from './developer-routes.ts';
import { createGuard, type GuardParts } from './guard.ts';
import { createHouseRoutes, type HouseRoutesParts } from './house-routes.ts';
import { createOwnerRoutes, type OwnerRoutesParts } from './owner-routes.ts';
import { createPairingRoutes, type PairingRoutesParts } from './pairing-routes.ts';

export interface ConsoleParts
  extends GuardParts,
    Omit<OwnerRoutesParts, 'guard' | 'authorization' | 'uplinks'>,
    Omit<HouseRoutesParts, 'guard' | 'uplinks' | 'browsers'>,
    Pick<PairingRoutesParts, 'accounts'> {
  readonly accounts: PairingRoutesParts['accounts'] & Pick<Accounts, 'audit'>;
  readonly uplinks: OwnerRoutesParts['uplinks'] & HouseRoutesParts['uplinks'];
  readonly authorization: Pick<Authorization, 'links' | 'apps' | 'ownTokens' | 'pairings'>;
  readonly endpoints: Endpoints;
  readonly usageOf: UsageOf;
}

/**
 * The console in JSON, for whoever is signed in: what owners and developers see and do. Whatever changes something wants the
 * form token that `POST /account/sign-in` and `GET /account` give, as `X-Form-Token`.
 */
export const createConsoleRoutes = (parts: ConsoleParts): FastifyPluginAsync => {
  const guard = createGuard(parts);
  const { accounts, endpoints, usageOf } = parts;
  const { apps, ownTokens, pairings } = parts.authorization;
  return async (app) => {
    await app.register(createOwnerRoutes({ ...parts, guard }));
    await app.register(createPairingRoutes({ guard, pairings, accounts }));
    await app.register(createHouseRoutes({ ...parts, guard }));
    await app.register(
      createDeveloperRoutes({ guard, apps, ownTokens, endpoints, usageOf, audit: accounts.audit }),
    );
  };
};
