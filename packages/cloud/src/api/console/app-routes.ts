import { type RecordOf, refuseRequest } from '@plenum/protocol/console';
import type { FastifyPluginAsync } from 'fastify';
import type { Apps } from '../../identity/oauth/app/apps.ts';
import type { App } from '../../identity/oauth/shape.ts';
import type { ConsoleTokens } from '../../identity/oauth/token/console-tokens.ts';
import type { Store } from '../../kernel/database/store.ts';
import type { UsageOf } from '../usage/read-usage.ts';
import type { BindRoute } from './bind-route.ts';
import { createOwnApp } from './own-app.ts';

interface AppRoutesDeps {
  readonly bind: BindRoute;
  readonly store: Store;
  readonly apps: Apps;
  readonly consoleTokens: ConsoleTokens;
  readonly usageOf: UsageOf;
}

/** Converts an app to the form in which its developer sees it. */
export function toApp(app: App & { readonly testClientId?: string | undefined }): RecordOf<'App'> {
  const { clientId, name, redirectUris, confidential, pkceRequired, createdAt, testClientId } = app;
  const about = { clientId, name, redirectUris: [...redirectUris], confidential, pkceRequired, createdAt };
  return { ...about, ...(testClientId !== undefined && { testClientId }) };
}

/** Creates the routes for a developer's apps, their usage, and a token to try them with. */
export function createAppRoutes(deps: AppRoutesDeps): FastifyPluginAsync {
  const { bind, apps, consoleTokens, usageOf } = deps;
  const own = createOwnApp(deps);
  const ownLive = createOwnApp(deps, { isLive: true });
  return async (app) => {
    bind(app, 'apps', async ({ accountId }) => (await apps.listOf(accountId)).map(toApp));
    bind(app, 'makeApp', async ({ accountId, body, address }) => {
      const { name, redirectUri, confidential = false, pkceRequired = false } = body;
      const draft = { ownerAccountId: accountId, name, redirectUri, confidential, pkceRequired };
      const made = await apps.create(draft, address);
      return made.ok ? { app: toApp(made.value.app), secret: made.value.secret } : made;
    });
    bind(app, 'removeApp', async (call) => {
      return (await apps.remove(call.parameters.clientId, call)) || refuseRequest('no-such-app');
    });
    bind(app, 'replaceAppSecret', async (call) => {
      const secret = await apps.rotateSecret(call.parameters.clientId, call);
      return secret === undefined ? refuseRequest('no-such-app') : { secret };
    });
    bind(app, 'addRedirectUri', async (call) => {
      return (
        (await apps.addRedirectUri({ ...call.parameters, ...call.body, owner: call })) ??
        refuseRequest('no-such-app')
      );
    });
    bind(app, 'removeRedirectUri', async (call) => {
      return (
        (await apps.removeRedirectUri({ ...call.parameters, ...call.body, owner: call })) ??
        refuseRequest('no-such-app')
      );
    });
    bind(
      app,
      'appUsage',
      own(({ parameters }) => usageOf(parameters.clientId)),
    );
    bind(
      app,
      'ownToken',
      ownLive(async ({ accountId, parameters }) => ({
        expiresAt: await consoleTokens.find({ accountId, clientId: parameters.clientId }),
      })),
    );
    bind(
      app,
      'makeOwnToken',
      ownLive(({ accountId, address, parameters }) =>
        consoleTokens.make({ accountId, clientId: parameters.clientId }, address),
      ),
    );
    bind(
      app,
      'endOwnToken',
      ownLive(({ accountId, address, parameters }) =>
        consoleTokens.end({ accountId, clientId: parameters.clientId }, address),
      ),
    );
  };
}
