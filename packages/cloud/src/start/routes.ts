import { createTokenBucket, openDocsFolder } from '@plenum/platform';
import { limits } from '@plenum/protocol/cloud';
import type { FastifyPluginAsync } from 'fastify';
import { createBindRoute } from '../api/console/bind-route.ts';
import { createConsoleRoutes } from '../api/console/routes.ts';
import { createDeliveryRoutes } from '../api/dev/delivery-routes.ts';
import { createClockRoutes, type TestClockOf } from '../api/development-mode/clock-routes.ts';
import { createDevelopmentRoutes } from '../api/development-mode/routes.ts';
import { createListenRoutes } from '../api/listen/routes.ts';
import { createOAuthRoutes } from '../api/oauth/routes.ts';
import { createRequestRoutes } from '../api/request-routes.ts';
import { createUsageOf } from '../api/usage/read-usage.ts';
import { createDocsRoutes, createWebRoutes } from '../api/web/routes.ts';
import { createIdentify } from '../delivery/listener/identify.ts';
import { createUplinkRoutes, type PairingGrants } from '../fleet/uplink/uplink-routes.ts';
import { readShownSystemId } from '../identity/oauth/device/device-info.ts';
import { refuseForeignNames } from '../kernel/http/own-name.ts';
import type { ClimateCloudConfig } from './cloud-config.ts';
import type { HostDeps } from './host.ts';
import type { Modules } from './modules.ts';

const unlimited = { take: () => ({ isAllowed: true, left: 1, wait: 0, full: 0 }) };

/** The routes of all modules. */
export const createRoutes =
  (
    config: ClimateCloudConfig,
    deps: HostDeps,
    { testClock, ...modules }: Modules & { readonly testClock: TestClockOf },
  ): FastifyPluginAsync =>
  async (app) => {
    const { store, publicUrl, clock, refusals } = deps;
    const { identity, events, uplinks, meter, latest } = modules;
    const { browsers, authorization } = identity;
    const { rate, controlWithin, assistants, onlyTestUsers } = config;
    const grants: PairingGrants = {
      identify: authorization.tokens.identify,
      shownSystemId: (grantId) => readShownSystemId(store.db, grantId),
      spend: authorization.grants.spend,
    };
    const consoleRequests = createTokenBucket(limits.consoleRequests, clock);
    app.addHook('onClose', async () => consoleRequests[Symbol.dispose]());
    const bind = createBindRoute({ store, requests: consoleRequests, browsers, refusals, publicUrl });
    // A clock that stands still would refill no allowance, so requests that move it have none.
    const bindFreely = createBindRoute({ store, requests: unlimited, browsers, refusals, publicUrl });
    const usageOf = createUsageOf({ store, now: clock.now, meter, latest, publicUrl });

    if (config.development) app.addHook('onRequest', refuseForeignNames);
    await app.register(createOAuthRoutes({ ...deps, ...identity }));
    await app.register(createDevelopmentRoutes({ ...modules, bind, publicUrl }));
    await app.register(createClockRoutes({ bind: bindFreely, testClock }));
    await app.register(createUplinkRoutes({ ...deps, ...modules, ...events, grants, onlyTestUsers }));
    await app.register(
      createListenRoutes({
        ...deps,
        listeners: events.listening,
        uplinks,
        sandbox: modules.sandbox,
        controlWithin,
        identify: createIdentify({ store, now: clock.now, ...authorization }),
        audit: identity.accounts.audit,
      }),
    );
    await app.register(
      createConsoleRoutes({
        ...deps,
        ...modules,
        ...identity,
        endpoints: events.endpoints,
        listening: events.listening,
        bind,
        usageOf,
        controlWithin,
        rate,
      }),
    );
    await app.register(
      createRequestRoutes({ ...deps, ...modules, bridges: uplinks, controlWithin, assistants }),
    );
    await app.register(
      createDeliveryRoutes({ ...deps, endpoints: events.endpoints, ownTokens: authorization.ownTokens }),
    );
    const docs = config.docsFolder === undefined ? undefined : openDocsFolder(config.docsFolder);
    if (config.webFolder !== undefined) await app.register(createWebRoutes(config.webFolder, docs));
    if (docs !== undefined) await app.register(createDocsRoutes(docs));
  };
