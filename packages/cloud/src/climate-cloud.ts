import { type Adoption, adoptBridge } from './adopt-bridge.ts';
import { demo } from './authorize/demo.ts';
import type { Bus } from './bus/bus.ts';
import { createMemoryBus } from './bus/memory-bus.ts';
import { openNatsBus } from './bus/nats-bus.ts';
import { type Cloud, startCloud } from './cloud.ts';
import type { CloudConfig } from './config.ts';
import { createConsoleRoutes } from './console/routes.ts';
import { openEndpointSeal } from './endpoint-key.ts';
import { type EventsParts, startEvents } from './event/events.ts';
import { CloudFailure } from './failure/failure.ts';
import { isOwnMachine, toOwnUrl } from './http/public-url.ts';
import { createIdentity } from './identity.ts';
import type { CloudParts, Mount, Mounted } from './mount.ts';
import { mountRequests, type RequestPorts } from './request/mount.ts';
import { createUplinkRoutes } from './uplink/routes.ts';
import { createUplinks } from './uplink/uplinks.ts';
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
  readonly events?: Pick<EventsParts, 'limits' | 'plan' | 'kept'>;
}

/** A whole cloud at work. */
export interface ClimateCloud extends Cloud {
  /** What everybody knows of development mode; undefined outside of it. */
  readonly development: Development | undefined;
}

export interface Development {
  readonly email: string;
  readonly password: string;
  readonly clientId: string;
  readonly redirectUri: string;
  /** Pairs a bridge of this process with the demo account, without anybody entering a code. */
  adopt(bridge: Adoption): Promise<void>;
}

const openBus = ({ nats }: ClimateCloudConfig, { nodeId, wall, log }: CloudParts): Promise<Bus> | Bus =>
  nats === undefined
    ? createMemoryBus({ wall, log })
    : openNatsBus(nats, { name: `plenum-cloud ${nodeId}`, log });

/** Puts the nouns together: what one needs of another it is given here and nowhere else. */
const mountNouns =
  (config: ClimateCloudConfig, toDevelopment: (adopt: Development['adopt']) => void): Mount =>
  async (parts) => {
    const { store, metrics, publicUrl, wall, log } = parts;
    const isDevelopment = config.development ?? false;
    await using stack = new AsyncDisposableStack();
    const bus = stack.use(await openBus(config, parts));
    const identity = await createIdentity(parts, { demo: isDevelopment ? {} : undefined });
    stack.defer(async () => identity[Symbol.asyncDispose]?.());
    const { accounts, browsers, authorization } = identity;

    const seal = openEndpointSeal(config);
    const events = stack.use(
      await startEvents({ store, seal, wall, log, metrics, isDevelopment, ...config.events }),
    );
    authorization.links.onUnlink(events.unlinked);

    const { hooks } = events;
    const audiences = [publicUrl, ...(config.otherUrls ?? [])];
    const uplinks = stack.use(await createUplinks({ ...parts, bus, hooks, audiences }));
    accounts.beforeRemoval(async (_, accountId) => void (await uplinks.release(accountId)));

    const { tokens } = authorization;
    const { rate, controlWithin } = config;
    const limits = { ...(rate && { rate }), ...(controlWithin && { controlWithin }) };
    const requests: Mounted = await mountRequests({ tokens, controls: uplinks, bus, ...limits })(parts);
    stack.defer(async () => requests[Symbol.asyncDispose]?.());

    watchNouns(metrics, { store, bus, uplinks });
    if (isDevelopment) toDevelopment((bridge) => adoptBridge({ store, hooks, wall }, bridge));
    const ending = stack.move();
    return {
      routes: async (app) => {
        await app.register(identity.routes);
        await app.register(
          createUplinkRoutes({ ...parts, bus, hooks, uplinks, audiences, identify: tokens.identify }),
        );
        await app.register(
          createConsoleRoutes({
            store,
            browsers,
            authorization,
            uplinks,
            endpoints: events.endpoints,
            publicUrl,
          }),
        );
        await app.register(requests.routes);
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
  let adopt: Development['adopt'] | undefined;
  const mount = mountNouns(config, (given) => {
    adopt = given;
  });
  const cloud = await startCloud({ ...config, mounts: [mount] });
  const { email, password, clientId, redirectUri } = demo;
  return {
    ...cloud,
    development: adopt && { email, password, clientId, redirectUri, adopt },
  };
};
