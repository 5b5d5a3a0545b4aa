import { openDocsFolder } from '@plenum/platform';
import { accountQuota } from '@plenum/protocol/cloud';
import type { FastifyPluginAsync } from 'fastify';
import { assistantsPath } from './api/assistants/routes.ts';
import type { AnswerAssistant } from './api/assistants/shape.ts';
import { consoleRate, createBindRoute } from './api/console/bind-route.ts';
import { createConsoleRoutes } from './api/console/routes.ts';
import { createDevelopment, type Development } from './api/development-mode/development.ts';
import { createDevelopmentRoutes } from './api/development-mode/routes.ts';
import { mountIdentity } from './api/mount-identity.ts';
import { mountRequests, type RequestPorts } from './api/mount-requests.ts';
import { createMeter } from './api/usage/meter.ts';
import { createUsageOf } from './api/usage/read-usage.ts';
import { createDocsRoutes, createWebRoutes } from './api/web/routes.ts';
import { registerCloudMetrics } from './cloud-metrics.ts';
import { type EventDeliveryDeps, startEventDelivery } from './delivery/event-delivery.ts';
import { type NotificationsDeps, startNotifications } from './delivery/notification/notifications.ts';
import { readEndpointKeys } from './endpoint-keys.ts';
import { createInvitationMail, invitationMail } from './fleet/sharing/invitation-mail.ts';
import { startSharing } from './fleet/sharing/sharing.ts';
import { sessionsSubject } from './fleet/uplink/bus-subjects.ts';
import { createUplinkRoutes, type PairingGrants } from './fleet/uplink/uplink-routes.ts';
import { createUplinks } from './fleet/uplink/uplinks.ts';
import type { PasswordCost } from './identity/account/password.ts';
import type { SmtpConfig } from './identity/mail/smtp.ts';
import { readShownSystemId } from './identity/oauth/device-info.ts';
import type { AuthorizationRates } from './identity/oauth/limits.ts';
import type { Bus } from './kernel/bus/bus.ts';
import { createMemoryBus } from './kernel/bus/memory-bus.ts';
import { createMessageSignatures } from './kernel/bus/message-signature.ts';
import type { NatsConfig } from './kernel/bus/nats-connection.ts';
import { createRefusedMessages } from './kernel/bus/refused-messages.ts';
import { createEncryption } from './kernel/crypto/encryption.ts';
import { systemRandom } from './kernel/crypto/random.ts';
import { cloudFailures } from './kernel/failure/failure.ts';
import { refuseForeignNames } from './kernel/http/own-name.ts';
import { isOwnMachine, toOwnUrl } from './kernel/http/public-url.ts';
import { createRateLimit } from './kernel/http/rate-limit.ts';
import { type AccountLimits, toAccountLimits } from './kernel/quota/account-limits.ts';
import { type ModuleHost, startModuleHost } from './module-host.ts';
import type { ModuleHostConfig } from './module-host-config.ts';
import type { CloudDeps, Mount, Mounted } from './mount.ts';

/** The configuration of a whole cloud: that of its port and store, and that of its modules. */
export interface ClimateCloudConfig
  extends Omit<ModuleHostConfig, 'mounts'>,
    Pick<RequestPorts, 'rate' | 'controlWithin'> {
  /** The NATS server that connects the nodes: its URL, or with how it is reached; left out for a single process. */
  readonly nats?: string | NatsConfig;
  /** Origins other than the public one at which bridges reach the cloud. */
  readonly otherUrls?: readonly string[];
  /**
   * Keys that encrypt the secrets of endpoints in the store: 32 bytes in base64 each, separated by commas. The first encrypts,
   * all decrypt. Nodes that share a database need the same keys; with a data folder one is generated at the first start.
   */
  readonly endpointKey?: string;
  /** How many bridges an account may have; its shares of a node grow with it (`accountQuota`). */
  readonly bridgesPerAccount?: number;
  /** The SMTP server that sends e-mail to owners; without it nothing that needs e-mail is offered. */
  readonly smtp?: SmtpConfig;
  /** Development mode: a demo account and app, and endpoints on plain http and this machine. Never for a public cloud. */
  readonly development?: boolean;
  /** Whether whoever starts it announces development mode in the terminal that shows the log; otherwise the log warns of it. */
  readonly isAnnounced?: boolean;
  readonly events?: Pick<EventDeliveryDeps, 'limits' | 'retryPolicy' | 'logRetention'>;
  /** The authority of a push service in tests. */
  readonly push?: Pick<NotificationsDeps, 'ca' | 'isDevelopment'>;
  /** What hashing a password costs: less than the default only in tests. */
  readonly passwordCost?: PasswordCost;
  /** Rate limits of the authorization server that differ from the defaults. */
  readonly authorizationRates?: Partial<AuthorizationRates>;
  /**
   * Loads what answers assistants (`@plenum/mcp`), at their first message at `/mcp`. With it apps may register themselves;
   * without it there is neither.
   */
  readonly assistants?: () => Promise<AnswerAssistant>;
  /** The folder of the built web application, served at `/`; none by default. */
  readonly webFolder?: string;
  /** The folder of the built documentation, served below `/docs/`; none by default. */
  readonly docsFolder?: string;
}

/** A running cloud with all of its modules. */
export interface ClimateCloud extends ModuleHost {
  /** Where assistants connect; undefined where nothing answers them. */
  readonly assistants: string | undefined;
  /** Development mode; undefined where it is off. */
  readonly development: Development | undefined;
}

const openBus = async (
  { nats }: ClimateCloudConfig,
  { nodeId, metrics, clock, log }: CloudDeps,
  keys: readonly Uint8Array[],
): Promise<Bus> => {
  const onRefused = createRefusedMessages({ clock, log, metrics });
  if (nats === undefined) return createMemoryBus({ clock, log });
  // A cloud of one node runs without NATS.
  const { openNatsBus } = await import('./kernel/bus/nats-bus.ts');
  return openNatsBus(typeof nats === 'string' ? { url: nats } : nats, {
    name: `plenum-cloud ${nodeId}`,
    signatures: createMessageSignatures({ keys, now: clock.now, random: systemRandom }),
    onRefused,
    clock,
    log,
  });
};

/** Creates the modules in their order, and passes each what it needs of the others; they end with the stack. */
const createModules = async (config: ClimateCloudConfig, deps: CloudDeps, stack: AsyncDisposableStack) => {
  const { store, metrics, publicUrl, clock, log } = deps;
  const isDevelopment = config.development ?? false;
  const keys = readEndpointKeys(config);
  const bus = stack.use(await openBus(config, deps, keys));
  const rates = config.authorizationRates;
  const encryption = createEncryption(keys, systemRandom);
  const { smtp, passwordCost } = config;
  const demo = isDevelopment ? { isAnnounced: config.isAnnounced ?? false } : undefined;
  const composers = { [invitationMail]: createInvitationMail({ store, publicUrl, now: clock.now }) };
  const identity = stack.use(
    await mountIdentity(deps, {
      demo,
      smtp,
      composers,
      encryption,
      takesRegistrations: config.assistants !== undefined,
      rates,
      passwordCost,
    }),
  );
  const { accounts, authorization } = identity;
  accounts.onSessionsEnded((accountId) => bus.publish(sessionsSubject(accountId), {}));

  const events = stack.use(
    await startEventDelivery({ store, encryption, clock, log, metrics, isDevelopment, ...config.events }),
  );
  authorization.grants.onUnlink(events.unlinked);

  const { listeners, endpoints } = events;
  const audiences = [publicUrl, ...(config.otherUrls ?? [])];
  const accountLimits = accountLimitsOf(config);
  const uplinks = stack.use(await createUplinks({ ...deps, bus, listeners, audiences, accountLimits }));
  accounts.beforeRemoval(async (tx, owner) => void (await uplinks.release(tx, owner)));
  const sharing = stack.use(
    startSharing({ store, bus, listeners, mail: accounts.email.toAddress, clock, log }),
  );
  accounts.beforeRemoval(sharing.leaveAll);

  const notifications = stack.use(
    startNotifications({ store, encryption, clock, log, publicUrl, isDevelopment, ...config.push }),
  );

  const meter = stack.use(createMeter({ store, clock, log }));
  const { tokens } = authorization;
  const { rate, controlWithin } = config;
  const limits = { ...(rate && { rate }), ...(controlWithin && { controlWithin }) };
  const { assistants } = config;
  const ports = { tokens, controls: uplinks, bus, count: meter.count, accountLimits, assistants, ...limits };
  const requests: Mounted = await mountRequests(ports)(deps);
  stack.defer(async () => requests[Symbol.asyncDispose]?.());

  registerCloudMetrics(metrics, { store, bus, uplinks });
  const development = isDevelopment ? createDevelopment({ store, listeners, endpoints, clock }) : undefined;
  return {
    bus,
    identity,
    events,
    audiences,
    accountLimits,
    uplinks,
    sharing,
    notifications,
    meter,
    requests,
    development,
  };
};

/** The limits of an account: one that develops may own the whole fleet of a load test. */
const accountLimitsOf = ({ bridgesPerAccount, development = false }: ClimateCloudConfig): AccountLimits =>
  toAccountLimits(bridgesPerAccount ?? (development ? accountQuota.maxDevelopmentBridges : undefined));

type Modules = Awaited<ReturnType<typeof createModules>>;

/** The routes of all modules. */
const createRoutes =
  (config: ClimateCloudConfig, deps: CloudDeps, modules: Modules): FastifyPluginAsync =>
  async (app) => {
    const { store, publicUrl, clock } = deps;
    const { bus, identity, events, audiences, accountLimits, uplinks, meter, requests, development } =
      modules;
    const { sharing, notifications } = modules;
    const { accounts, browsers, authorization } = identity;
    const { listeners, endpoints } = events;
    const { rate, controlWithin } = config;
    const grants: PairingGrants = {
      identify: authorization.tokens.identify,
      shownSystemId: (grantId) => readShownSystemId(store.db, grantId),
      spend: authorization.grants.spend,
    };
    const consoleRequests = createRateLimit(consoleRate, clock);
    app.addHook('onClose', async () => consoleRequests[Symbol.dispose]());
    const bind = createBindRoute({ store, requests: consoleRequests, browsers, publicUrl });
    const usageOf = createUsageOf({ store, now: clock.now, meter });
    const ofConsole = {
      bind,
      accounts,
      browsers,
      authorization,
      uplinks,
      sharing,
      endpoints,
      notifications,
      usageOf,
    };

    if (config.development) app.addHook('onRequest', refuseForeignNames);
    await app.register(identity.routes);
    await app.register(createDevelopmentRoutes({ bind, development, publicUrl }));
    await app.register(
      createUplinkRoutes({ ...deps, bus, listeners, uplinks, audiences, grants, accountLimits }),
    );
    await app.register(createConsoleRoutes({ ...deps, ...ofConsole, bus, controlWithin, rate }));
    await app.register(requests.routes);
    const docs = config.docsFolder === undefined ? undefined : openDocsFolder(config.docsFolder);
    if (config.webFolder !== undefined) await app.register(createWebRoutes(config.webFolder, docs));
    if (docs !== undefined) await app.register(createDocsRoutes(docs));
  };

const mountModules =
  (config: ClimateCloudConfig, toDevelopment: (development: Development) => void): Mount =>
  async (deps) => {
    await using stack = new AsyncDisposableStack();
    const modules = await createModules(config, deps, stack);
    if (modules.development !== undefined) toDevelopment(modules.development);
    const running = stack.move();
    return {
      routes: createRoutes(config, deps, modules),
      [Symbol.asyncDispose]: () => running.disposeAsync(),
    };
  };

/**
 * Starts a whole cloud, or one node of it: accounts, authorization, bridges, requests, events. Throws one of `cloudFailures`
 * where it cannot.
 */
export const startClimateCloud = async (config: ClimateCloudConfig): Promise<ClimateCloud> => {
  const { httpHost: host = '127.0.0.1', development = false } = config;
  const own = toOwnUrl(host, config.httpPort ?? 8090);
  if (development && (host === '0.0.0.0' || host === '::' || !isOwnMachine(own)))
    throw cloudFailures.error('demo-in-public', { url: `http://${host}` });
  let made: Development | undefined;
  const mount = mountModules(config, (given) => {
    made = given;
  });
  const cloud = await startModuleHost({ ...config, mounts: [mount] });
  const assistants = config.assistants && `${cloud.publicUrl}${assistantsPath}`;
  return { ...cloud, assistants, development: made };
};
