import { createBindRoute } from './api/console/bind-route.ts';
import { createConsoleRoutes } from './api/console/routes.ts';
import { createDevelopment, type Development } from './api/development/development.ts';
import { createDevelopmentRoutes } from './api/development/routes.ts';
import { mountRequests, type RequestPorts } from './api/mount-requests.ts';
import { createMeter } from './api/usage/meter.ts';
import { createUsageOf } from './api/usage/read-usage.ts';
import { createWebRoutes } from './api/web/routes.ts';
import { type Cloud, startCloud } from './cloud.ts';
import type { CloudConfig } from './config.ts';
import { type EventDeliveryDeps, startEventDelivery } from './delivery/event-delivery.ts';
import { openEndpointEncryption } from './endpoint-key.ts';
import { createUplinkRoutes } from './fleet/uplink/uplink-routes.ts';
import { createUplinks } from './fleet/uplink/uplinks.ts';
import { readShownSystemId } from './identity/oauth/device-info.ts';
import type { AuthorizationRates } from './identity/oauth/limits.ts';
import { createIdentity } from './identity.ts';
import type { Bus } from './kernel/bus/bus.ts';
import { createMemoryBus } from './kernel/bus/memory-bus.ts';
import { openNatsBus } from './kernel/bus/nats-bus.ts';
import { CloudFailure } from './kernel/failure/failure.ts';
import { refuseForeignNames } from './kernel/http/own-name.ts';
import { isOwnMachine, toOwnUrl } from './kernel/http/public-url.ts';
import type { CloudDeps, Mount, Mounted } from './mount.ts';
import { watchNouns } from './watch-nouns.ts';

/** Everything a whole cloud is told when it starts: what `startCloud` is, and what its nouns want to know. */
export interface ClimateCloudConfig
  extends Omit<CloudConfig, 'mounts'>,
    Pick<RequestPorts, 'rate' | 'controlWithin'> {
  /** URL of the NATS server by which the nodes reach each other, several separated by commas; none for one process. */
  readonly nats?: string;
  /** Further origins it is reached under by bridges, beside its public one. */
  readonly otherUrls?: readonly string[];
  /**
   * Keys that seal the secrets of endpoints in the store: 32 bytes in base64 each, separated by commas; the first seals, all
   * open. Nodes that share a database need the same; with a data folder one is made there at first.
   */
  readonly endpointKey?: string;
  /** A known account and app, plain http and this machine as endpoints: for this machine alone, never in public. */
  readonly development?: boolean;
  readonly events?: Pick<EventDeliveryDeps, 'limits' | 'retryPolicy' | 'logRetention'>;
  /** How often the endpoints of the authorization server are taken, where not as usual. */
  readonly authorizationRates?: Partial<AuthorizationRates>;
  /** The folder of the built web application, served at `/`; none unless told. */
  readonly webFolder?: string;
}

/** A whole cloud at work. */
export interface ClimateCloud extends Cloud {
  /** What everybody knows of development mode; undefined outside of it. */
  readonly development: Development | undefined;
}

const openBus = ({ nats }: ClimateCloudConfig, { nodeId, clock, log }: CloudDeps): Promise<Bus> | Bus =>
  nats === undefined
    ? createMemoryBus({ clock, log })
    : openNatsBus(nats, { name: `plenum-cloud ${nodeId}`, log });

/** Puts the nouns together: what one needs of another it is given here and nowhere else. */
const mountNouns =
  (config: ClimateCloudConfig, toDevelopment: (development: Development) => void): Mount =>
  async (parts) => {
    const { store, metrics, publicUrl, clock, log } = parts;
    const isDevelopment = config.development ?? false;
    await using stack = new AsyncDisposableStack();
    const bus = stack.use(await openBus(config, parts));
    const identity = await createIdentity(parts, {
      demo: isDevelopment ? {} : undefined,
      rates: config.authorizationRates,
    });
    stack.defer(async () => identity[Symbol.asyncDispose]?.());
    const { accounts, browsers, authorization } = identity;

    const encryption = openEndpointEncryption(config);
    const events = stack.use(
      await startEventDelivery({ store, encryption, clock, log, metrics, isDevelopment, ...config.events }),
    );
    authorization.links.onUnlink(events.unlinked);

    const { listeners } = events;
    const audiences = [publicUrl, ...(config.otherUrls ?? [])];
    const uplinks = stack.use(await createUplinks({ ...parts, bus, listeners, audiences }));
    accounts.beforeRemoval(async (tx, owner) => void (await uplinks.release(tx, owner)));

    const meter = stack.use(createMeter({ store, clock, log }));
    const { tokens } = authorization;
    const { rate, controlWithin } = config;
    const limits = { ...(rate && { rate }), ...(controlWithin && { controlWithin }) };
    const requests: Mounted = await mountRequests({
      tokens,
      controls: uplinks,
      bus,
      count: meter.count,
      ...limits,
    })(parts);
    stack.defer(async () => requests[Symbol.asyncDispose]?.());

    watchNouns(metrics, { store, bus, uplinks });
    const { endpoints } = events;
    const development = isDevelopment ? createDevelopment({ store, listeners, endpoints, clock }) : undefined;
    if (development !== undefined) toDevelopment(development);
    const ending = stack.move();
    return {
      routes: async (app) => {
        if (isDevelopment) app.addHook('onRequest', refuseForeignNames);
        await app.register(identity.routes);
        const bind = createBindRoute({ store, browsers, publicUrl });
        await app.register(createDevelopmentRoutes({ bind, development, publicUrl }));
        await app.register(
          createUplinkRoutes({
            ...parts,
            bus,
            listeners,
            uplinks,
            audiences,
            grants: {
              identify: tokens.identify,
              shownSystemId: (grantId) => readShownSystemId(store.db, grantId),
              spend: authorization.links.spend,
            },
          }),
        );
        await app.register(
          createConsoleRoutes({
            bind,
            store,
            bus,
            clock,
            log,
            accounts,
            browsers,
            authorization,
            uplinks,
            controlWithin,
            rate,
            endpoints,
            usageOf: createUsageOf({ store, now: clock.now, meter }),
          }),
        );
        await app.register(requests.routes);
        if (config.webFolder !== undefined) await app.register(createWebRoutes(config.webFolder));
      },
      [Symbol.asyncDispose]: () => ending.disposeAsync(),
    };
  };

/**
 * Starts a whole cloud, or one node of it: accounts, authorization, bridges, requests, events. Throws a `CloudFailure` whose
 * message says in one sentence why it cannot.
 */
export const startClimateCloud = async (config: ClimateCloudConfig): Promise<ClimateCloud> => {
  const { httpHost: host = '127.0.0.1', development = false } = config;
  const own = toOwnUrl(host, config.httpPort ?? 8090);
  if (development && (host === '0.0.0.0' || host === '::' || !isOwnMachine(own)))
    throw new CloudFailure('demo-in-public', { url: `http://${host}` });
  let made: Development | undefined;
  const mount = mountNouns(config, (given) => {
    made = given;
  });
  const cloud = await startCloud({ ...config, mounts: [mount] });
  return { ...cloud, development: made };
};
