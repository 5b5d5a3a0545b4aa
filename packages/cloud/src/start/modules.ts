import { limits } from '@plenum/protocol/cloud';
import { createDevelopment } from '../api/development-mode/development.ts';
import { providerPages } from '../api/oauth/provider-pages.ts';
import { createRequests } from '../api/requests/requests.ts';
import { createLatestRequests } from '../api/usage/latest-requests.ts';
import { createMeter } from '../api/usage/meter.ts';
import { startEventDelivery } from '../delivery/event-delivery.ts';
import { createInvitationMail, invitationMail } from '../fleet/sharing/invitation-mail.ts';
import { startSharing } from '../fleet/sharing/sharing.ts';
import { sessionsSubject } from '../fleet/uplink/bus-subjects.ts';
import { createUplinks } from '../fleet/uplink/uplinks.ts';
import { createIdentity } from '../identity/identity.ts';
import { createEncryption } from '../kernel/crypto/encryption.ts';
import { createRepeatableRandom, systemRandom } from '../kernel/crypto/random.ts';
import { toPublicUrl } from '../kernel/http/public-url.ts';
import { type AccountLimits, toAccountLimits } from '../kernel/quota/account-limits.ts';
import { forgetLostSubscriptions } from '../push-notification/push-key.ts';
import { startPushNotifications } from '../push-notification/push-notifications.ts';
import { startSandbox } from '../sandbox/sandbox.ts';
import type { ClimateCloudConfig } from './cloud-config.ts';
import { registerCloudMetrics } from './cloud-metrics.ts';
import { checkEndpointKeys, readEndpointKeys } from './endpoint-keys.ts';
import type { Host } from './host.ts';
import { openBus } from './open-bus.ts';
import { startReencryption } from './reencryption.ts';

/** The limits of an account. In development mode one account may own the whole fleet of a load test. */
const accountLimitsOf = ({ bridgesPerAccount, development = false }: ClimateCloudConfig): AccountLimits =>
  toAccountLimits(bridgesPerAccount ?? (development ? limits.developmentBridges.most : undefined));

/**
 * Creates the modules in order and passes to each the other modules that it needs. The host disposes of the modules.
 */
export async function createModules(
  config: ClimateCloudConfig,
  { deps, modules }: Pick<Host, 'deps' | 'modules'>,
) {
  const { store, metrics, publicUrl, clock, log, refusals } = deps;
  const { smtp, passwordCost, rate, controlWithin } = config;
  const isDevelopment = config.development ?? false;
  const random = isDevelopment ? createRepeatableRandom() : systemRandom;
  await checkEndpointKeys(config, { db: store.db, now: clock.now() });
  const keys = readEndpointKeys(config);
  const encryption = createEncryption(keys, systemRandom);
  await forgetLostSubscriptions({ store, encryption, log, lostKeys: config.lostKeys ?? [] });
  modules.use(startReencryption({ store, encryption, clock, log }));
  const bus = modules.use(await openBus(config, deps, keys));

  const identity = modules.use(
    await createIdentity(
      { ...deps, pages: providerPages },
      {
        demo: isDevelopment ? { isAnnounced: config.isAnnounced ?? false } : undefined,
        smtp,
        composers: { [invitationMail]: createInvitationMail({ store, publicUrl, now: clock.now }) },
        encryption,
        takesRegistrations: config.assistants !== undefined,
        onlyTestUsers: config.onlyTestUsers,
        rates: config.authorizationRates,
        passwordCost,
      },
    ),
  );
  const { accounts, authorization } = identity;
  accounts.onSessionsEnded((accountId) => bus.publish(sessionsSubject(accountId), {}));

  const events = modules.use(
    await startEventDelivery({
      store,
      encryption,
      clock,
      log,
      metrics,
      random,
      isDevelopment,
      bus,
      tracer: config.tracer,
      ...config.events,
    }),
  );
  const { listeners, endpoints } = events;
  authorization.grants.onLink(events.linked);
  authorization.grants.onUnlink(events.unlinked);
  authorization.grants.onRevoked(events.listening.checkSoon);

  const audiences = [publicUrl, ...(config.otherUrls ?? []).map(toPublicUrl)];
  const accountLimits = accountLimitsOf(config);
  const { spreadBridges } = config;
  const uplinks = modules.use(
    await createUplinks({ ...deps, bus, listeners, audiences, accountLimits, spreadBridges }),
  );
  accounts.beforeRemoval(async (tx, owner) => void (await uplinks.release(tx, owner)));

  const sharing = modules.use(
    startSharing({ store, bus, listeners, mail: accounts.email.toAddress, clock, log }),
  );
  accounts.beforeRemoval(sharing.leaveAll);

  const { hosting } = config;
  const { grants } = authorization;
  const sandbox =
    hosting && (await startSandbox({ ...deps, bus, hosting, accounts, grants, uplinks, sharing, listeners }));
  modules.use(sandbox);

  const pushNotifications = modules.use(
    startPushNotifications({
      store,
      encryption,
      clock,
      log,
      random,
      publicUrl,
      isDevelopment,
      ...config.push,
    }),
  );
  const meter = modules.use(createMeter({ store, clock, log }));
  const latest = createLatestRequests(clock.now);
  const requests = modules.use(
    createRequests({
      store,
      tokens: authorization.tokens,
      controls: uplinks,
      clock,
      log,
      refusals,
      accountLimits,
      count: (clientId, request) => {
        meter.count(clientId, request.operation, request.status);
        latest.add(clientId, request);
      },
      tracer: config.tracer,
      useTestUser: sandbox?.use,
      ...(rate && { rate }),
      ...(controlWithin && { controlWithin }),
    }),
  );
  registerCloudMetrics(metrics, { store, bus, uplinks, events, clock });
  const development = isDevelopment
    ? createDevelopment({
        store,
        listeners,
        endpoints,
        authorization,
        clock,
        passwordCost: config.passwordCost,
      })
    : undefined;
  return {
    bus,
    identity,
    events,
    audiences,
    accountLimits,
    uplinks,
    sandbox,
    sharing,
    pushNotifications,
    meter,
    latest,
    requests,
    development,
  };
}

export type Modules = Awaited<ReturnType<typeof createModules>>;
