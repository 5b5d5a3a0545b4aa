import type { FastifyPluginAsync } from 'fastify';
import type { Endpoints } from '../../delivery/endpoint/endpoint.ts';
import type { Accounts } from '../../identity/account/accounts.ts';
import type { Browsers } from '../../identity/account/browser.ts';
import type { Authorization } from '../../identity/oauth/authorization.ts';
import type { UsageOf } from '../usage/read-usage.ts';
import { createAccountRoutes } from './account-routes.ts';
import { createAppRoutes } from './app-routes.ts';
import type { BindRoute } from './bind-route.ts';
import { createEndpointRoutes } from './endpoint-routes.ts';
import { createExportRoute } from './export-route.ts';
import { createHouseRoutes, type HouseRoutesDeps } from './house-routes.ts';
import { createListenerRoutes, type ListenerRoutesDeps } from './listener-routes.ts';
import { createOwnerRoutes, type OwnerRoutesDeps } from './owner-routes.ts';
import { createPushNotificationRoutes, type PushNotificationRoutesDeps } from './push-notification-routes.ts';
import { createSandboxRoutes, type SandboxRoutesDeps } from './sandbox-routes.ts';
import { createSharingRoutes, type SharingRoutesDeps } from './sharing-routes.ts';

interface ConsoleDeps
  extends Omit<OwnerRoutesDeps, 'accounts' | 'authorization' | 'uplinks'>,
    Omit<HouseRoutesDeps, 'browsers' | 'uplinks'>,
    PushNotificationRoutesDeps,
    Pick<SandboxRoutesDeps, 'sandbox'>,
    SharingRoutesDeps {
  readonly bind: BindRoute;
  readonly accounts: Accounts;
  readonly browsers: Browsers;
  readonly uplinks: OwnerRoutesDeps['uplinks'] & HouseRoutesDeps['uplinks'];
  readonly authorization: Pick<
    Authorization,
    'grants' | 'apps' | 'consoleTokens' | 'pairings' | 'issueTestTokens'
  >;
  readonly endpoints: Endpoints;
  readonly listening: ListenerRoutesDeps['listening'];
  readonly usageOf: UsageOf;
}

/** The JSON routes of the console, for people in a browser: accounts, and the actions of owners and developers. */
export const createConsoleRoutes =
  (deps: ConsoleDeps): FastifyPluginAsync =>
  async (app) => {
    const { apps, consoleTokens, issueTestTokens } = deps.authorization;
    await app.register(createAccountRoutes(deps));
    await app.register(createPushNotificationRoutes(deps));
    await app.register(createOwnerRoutes(deps));
    await app.register(createSharingRoutes(deps));
    await app.register(createHouseRoutes(deps));
    await app.register(createAppRoutes({ ...deps, apps, consoleTokens }));
    await app.register(createSandboxRoutes({ ...deps, apps, issueTestTokens }));
    await app.register(createExportRoute(deps));
    await app.register(createListenerRoutes({ ...deps, apps, audit: deps.accounts.audit }));
    await app.register(createEndpointRoutes({ ...deps, apps, audit: deps.accounts.audit }));
  };
