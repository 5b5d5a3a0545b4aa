import { randomUUID } from 'node:crypto';
import { compile as toIsTrusted } from '@fastify/proxy-addr';
import { openCertificate, systemClock } from '@plenum/platform';
import about from '../package.json' with { type: 'json' };
import { openStore, type Store } from './kernel/database/store.ts';
import { cloudFailures } from './kernel/failure/failure.ts';
import { createApp } from './kernel/http/app.ts';
import { defaultLimits } from './kernel/http/limits.ts';
import { createMetrics } from './kernel/http/metrics.ts';
import { createMonitoringRoutes } from './kernel/http/monitoring-routes.ts';
import { toOwnUrl, toPublicUrl } from './kernel/http/public-url.ts';
import { createSharedPort } from './kernel/http/shared-port.ts';
import { silent } from './kernel/log/log.ts';
import type { ModuleHostConfig } from './module-host-config.ts';

const readRange = (range: string): string => {
  try {
    toIsTrusted(range);
    return range;
  } catch (error) {
    throw cloudFailures.error('proxy-malformed', { range }, error);
  }
};

/**
 * A port, a store and the modules on them. Disposing of it lets requests finish, disposes of its modules and closes the
 * store.
 */
export interface ModuleHost extends AsyncDisposable {
  readonly publicUrl: string;
  readonly http: { readonly host: string; readonly port: number };
  readonly store: Store;
  readonly nodeId: string;
}

/**
 * Starts the port and the store of a cloud, or of a part of it in tests, and the modules given. It answers when all have
 * started; connections made before that wait. Throws an error of `cloudFailures` whose message is one sentence with the reason.
 */
export const startModuleHost = async (config: ModuleHostConfig): Promise<ModuleHost> => {
  const { httpHost: host = '127.0.0.1', httpPort = 8090, clock = systemClock, log = silent } = config;
  const limits = { ...defaultLimits, ...config.limits };
  const metrics = createMetrics();
  const nodeId = randomUUID();
  const configuredUrl = config.publicUrl === undefined ? undefined : toPublicUrl(config.publicUrl);
  await using stack = new AsyncDisposableStack();
  const store = stack.use(await openStore(config.store, { log }));

  const create = cloudFailures.error;
  const certificate = stack.use(config.tls && openCertificate(config.tls, { clock, log, create }));
  const scheme = certificate === undefined ? 'http' : 'https';
  // Whoever is on this machine can do worse than to connect.
  const isTrusted = toIsTrusted(['loopback', ...(config.trustedProxies ?? []).map(readRange)]);
  const sharedPort = createSharedPort(limits, {
    clock,
    certificate,
    log,
    isShared: (address) => isTrusted(address, 0),
  });
  const app = createApp({
    log,
    metrics,
    limits,
    isSecure: (configuredUrl ?? scheme).startsWith('https'),
    ...(config.trustedProxies !== undefined && { trustedProxies: config.trustedProxies }),
    serverFactory: sharedPort.serverFactory,
  });
  const modules = stack.use(new AsyncDisposableStack());
  stack.defer(async () => {
    const closed = sharedPort.close();
    await app.close();
    await closed;
  });
  const port = await sharedPort.listen({ host, port: httpPort });
  const publicUrl = configuredUrl ?? toOwnUrl(host, port, scheme);

  await app.register(createMonitoringRoutes({ store, metrics, version: about.version, log }));
  for (const mount of config.mounts ?? []) {
    // What a module reads first may be the damaged part of a store.
    const mounted = await Promise.resolve(mount({ store, metrics, publicUrl, nodeId, clock, log })).catch(
      (error: unknown) => {
        throw store.toFailure(error);
      },
    );
    modules.defer(async () => mounted[Symbol.asyncDispose]?.());
    await app.register(mounted.routes);
  }
  await app.ready();
  sharedPort.open();

  const running = stack.move();
  return {
    publicUrl,
    http: { host, port },
    store,
    nodeId,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
};
