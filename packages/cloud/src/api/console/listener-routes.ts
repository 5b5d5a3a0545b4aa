import { refuseRequest } from '@plenum/protocol/console';
import type { FastifyPluginAsync } from 'fastify';
import type { Listeners } from '../../delivery/listener/listeners.ts';
import type { Audit } from '../../identity/account/audit/audit.ts';
import type { Apps } from '../../identity/oauth/app/apps.ts';
import type { Store } from '../../kernel/database/store.ts';
import type { BindRoute } from './bind-route.ts';
import { createOwnApp } from './own-app.ts';

export interface ListenerRoutesDeps {
  readonly bind: BindRoute;
  readonly store: Store;
  readonly apps: Pick<Apps, 'find'>;
  readonly listening: Pick<Listeners, 'list' | 'remove'>;
  readonly audit: Pick<Audit, 'record'>;
}

/** Creates the routes for the listeners of an app, for the app's developer. */
export function createListenerRoutes(deps: ListenerRoutesDeps): FastifyPluginAsync {
  const { bind, store, listening, audit } = deps;
  const own = createOwnApp(deps);
  return async (app) => {
    bind(
      app,
      'listeners',
      own(({ parameters }) => listening.list(parameters.clientId)),
    );
    bind(
      app,
      'removeListener',
      own(async ({ accountId, address, parameters }) => {
        const name = await listening.remove(parameters);
        if (name === undefined) return refuseRequest('no-such-listener');
        const { clientId, endpointId } = parameters;
        const facts = { clientId, endpointId, name };
        await audit.record(store.db, { act: 'listener-removed', accountId, address, facts });
        return undefined;
      }),
    );
  };
}
