import type { Clock } from '@plenum/platform';
import { limits } from '@plenum/protocol/cloud';
import { chosenTypes, isRefused, refuseRequest } from '@plenum/protocol/console';
import { toEventSamples } from '@plenum/protocol/derive';
import type { FastifyPluginAsync } from 'fastify';
import type { EndpointRef, Endpoints } from '../../delivery/endpoint/endpoint.ts';
import { toAttemptSentence } from '../../delivery/log/attempt-sentence.ts';
import { readDeliveryFilter } from '../../delivery/log/delivery-filter.ts';
import type { Delivery } from '../../delivery/log/delivery-log.ts';
import type { Act, Audit } from '../../identity/account/audit/audit.ts';
import type { Apps } from '../../identity/oauth/app/apps.ts';
import { readTestAccounts } from '../../identity/oauth/token/test-mode.ts';
import type { Store } from '../../kernel/database/store.ts';
import type { BindRoute } from './bind-route.ts';
import { createOwnApp } from './own-app.ts';
import { createPace } from './pace.ts';
import { findTestable, readTestable } from './testable-components.ts';

interface EndpointRoutesDeps {
  readonly bind: BindRoute;
  readonly store: Store;
  readonly apps: Pick<Apps, 'find'>;
  readonly endpoints: Endpoints;
  readonly audit: Pick<Audit, 'record'>;
  readonly clock: Clock;
}

/** Parses the number of a delivery attempt; `undefined` if the text is not a number. */
const toNumber = (text = ''): number | undefined => (/^\d{1,15}$/.test(text) ? Number(text) : undefined);

/** The number of the attempt in a path. A text that is not a number becomes 0, which no attempt has. */
const numberOf = ({ number }: { readonly number: string }): number => toNumber(number) ?? 0;

/** Computed once, since the definitions do not change while a cloud runs. */
const eventTypes = Object.entries(toEventSamples()).map(([kind, sample]) => ({
  kind: kind as Delivery['kind'],
  payload: JSON.stringify(sample),
}));

const withSentence = <One extends Delivery>(delivery: One) => ({
  ...delivery,
  sentence: toAttemptSentence(delivery),
});

/** Creates the routes for managing the endpoints of a developer's app. */
const createChangeRoutes = (deps: EndpointRoutesDeps): FastifyPluginAsync => {
  const { bind, store, endpoints, audit, clock } = deps;
  const enables = createPace('too-many-resends', limits.enables, clock);
  const own = createOwnApp(deps);

  /** Wraps a change to an endpoint, so that the audit log records the change with the client address. */
  const recorded =
    <Result>(act: Act, change: (ref: EndpointRef) => Promise<Result>) =>
    async (call: { accountId: string; address: string; parameters: EndpointRef }): Promise<Result> => {
      const { accountId, address, parameters } = call;
      const { clientId, endpointId } = parameters;
      const result = await change(parameters);
      if (!isRefused(result))
        await audit.record(store.db, { act, accountId, address, facts: { clientId, endpointId } });
      return result;
    };

  return async (app) => {
    app.addHook('onClose', async () => enables[Symbol.dispose]());
    bind(
      app,
      'makeEndpoint',
      own(async ({ accountId, address, parameters: { clientId }, body: { url } }) => {
        const made = await endpoints.create({ clientId, url });
        if (isRefused(made)) return made;
        const facts = { clientId, endpointId: made.endpoint.id };
        await audit.record(store.db, { act: 'endpoint-made', accountId, address, facts });
        return made;
      }),
    );
    bind(app, 'removeEndpoint', own(recorded('endpoint-removed', endpoints.remove)));
    bind(app, 'replaceEndpointSecret', own(recorded('endpoint-secret-changed', endpoints.rotateSecret)));
    bind(
      app,
      'chooseEventTypes',
      own(({ body, ...call }) => {
        const { eventTypes = [] } = body as { eventTypes?: readonly string[] };
        const chosen = chosenTypes.filter((type) => eventTypes.includes(type));
        if (chosen.length === 0 || chosen.length !== eventTypes.length)
          return Promise.resolve(refuseRequest('event-types-malformed'));
        const choose = recorded('endpoint-types-chosen', (ref) => endpoints.chooseEventTypes(ref, chosen));
        return enables.limited(call.accountId, () => choose(call));
      }),
    );
    const enable = recorded('endpoint-enabled', endpoints.enable);
    bind(
      app,
      'enableEndpoint',
      own((call) => enables.limited(call.accountId, () => enable(call))),
    );
    bind(app, 'disableEndpoint', own(recorded('endpoint-disabled', endpoints.disable)));
  };
};

/** Creates the routes that read endpoints, their attempts, and failed events. */
const createReadRoutes = (deps: EndpointRoutesDeps): FastifyPluginAsync => {
  const { bind, endpoints } = deps;
  const own = createOwnApp(deps);
  return async (app) => {
    bind(
      app,
      'endpoints',
      own(({ parameters }) => endpoints.list(parameters.clientId)),
    );
    bind(
      app,
      'endpoint',
      own(async ({ parameters }) => (await endpoints.find(parameters)) ?? refuseRequest('no-such-endpoint')),
    );
    bind(
      app,
      'deliveries',
      own(async ({ parameters, query }) => {
        const filter = readDeliveryFilter(query);
        if (isRefused(filter)) return filter;
        const before = toNumber(query.before);
        const page = before === undefined ? filter : { ...filter, before };
        const listed = await endpoints.listDeliveries(parameters, page);
        return isRefused(listed) ? listed : { deliveries: listed.deliveries.map(withSentence) };
      }),
    );
    bind(
      app,
      'delivery',
      own(async ({ parameters }) => {
        const found = await endpoints.findDelivery(parameters, numberOf(parameters));
        return isRefused(found) ? found : withSentence(found.delivery);
      }),
    );
    bind(
      app,
      'dead',
      own(({ parameters }) => endpoints.listDead(parameters)),
    );
  };
};

/** Creates the routes for test messages and their sample events. */
const createTestRoutes = (deps: EndpointRoutesDeps): FastifyPluginAsync => {
  const { bind, store, clock, endpoints } = deps;
  const own = createOwnApp(deps);
  return async (app) => {
    bind(
      app,
      'testEndpoint',
      own(async ({ parameters, body: { componentId } }) => {
        if (!componentId) return endpoints.sendTest(parameters);
        const accountIds = await readTestAccounts(store.db, parameters.clientId);
        const component = await findTestable(store.db, { accountIds, now: clock.now() }, componentId);
        return component === undefined
          ? refuseRequest('no-such-component', { path: ['componentId'], input: componentId })
          : endpoints.sendTest(parameters, component);
      }),
    );
    const read = (accountIds: readonly string[]) => readTestable(store.db, { accountIds, now: clock.now });
    const readOfApp = own(async ({ parameters: { clientId } }) =>
      read(await readTestAccounts(store.db, clientId)),
    );
    bind(app, 'testableComponents', ({ accountId, query: { clientId } }) =>
      clientId === undefined ? read([accountId]) : readOfApp({ accountId, parameters: { clientId } }),
    );
    bind(app, 'eventTypes', async () => ({ eventTypes }));
  };
};

/** Creates the routes that resend one message, those that match a filter, or those that failed. */
const createResendRoutes = (deps: EndpointRoutesDeps): FastifyPluginAsync => {
  const { bind, clock, endpoints } = deps;
  const own = createOwnApp(deps);
  const resends = createPace('too-many-resends', limits.bulkResends, clock);
  return async (app) => {
    app.addHook('onClose', async () => resends[Symbol.dispose]());
    bind(
      app,
      'resend',
      own(({ parameters }) => endpoints.resend(parameters, numberOf(parameters))),
    );
    bind(
      app,
      'resendAll',
      own(async ({ accountId, parameters, body }) => {
        const filter = readDeliveryFilter(body);
        if (isRefused(filter)) return filter;
        return resends.limited(accountId, () => endpoints.resendAll(parameters, filter));
      }),
    );
    bind(
      app,
      'startResend',
      own(async ({ accountId, parameters, body }) => {
        const filter = readDeliveryFilter(body);
        if (isRefused(filter)) return filter;
        return resends.limited(accountId, () => endpoints.startResend(parameters, { accountId, filter }));
      }),
    );
    bind(
      app,
      'resendJob',
      own(({ parameters }) => endpoints.findResend(parameters)),
    );
    bind(
      app,
      'cancelResend',
      own(({ parameters }) => endpoints.cancelResend(parameters)),
    );
    bind(
      app,
      'replay',
      own(({ parameters, body }) => endpoints.replay(parameters, body.subject || undefined)),
    );
  };
};

/** Creates the routes for the endpoints of an app and their deliveries, for the app's developer. */
export const createEndpointRoutes =
  (deps: EndpointRoutesDeps): FastifyPluginAsync =>
  async (app) => {
    await app.register(createChangeRoutes(deps));
    await app.register(createReadRoutes(deps));
    await app.register(createTestRoutes(deps));
    await app.register(createResendRoutes(deps));
  };
