import { randomUUID } from 'node:crypto';
import { compile as toIsTrusted } from '@fastify/proxy-addr';
import {
  type CertificateFiles,
  type Clock,
  delay,
  machineOf,
  openCertificate,
  type Runtime,
  systemClock,
} from '@plenum/platform';
import { steadyClock } from '@plenum/platform/clock';
import type { FastifyInstance } from 'fastify';
import about from '../../package.json' with { type: 'json' };
import { openStore, type Store, type StorePlace } from '../kernel/database/store.ts';
import { cloudFailures } from '../kernel/failure/failure.ts';
import { openAdminPort } from '../kernel/http/admin-port.ts';
import { createApp } from '../kernel/http/app.ts';
import { defaultLimits, type HttpLimits } from '../kernel/http/limits.ts';
import { createMetrics, type Metrics, registerCertificateMetric } from '../kernel/http/metrics.ts';
import { createMonitoringRoutes } from '../kernel/http/monitoring-routes.ts';
import { toOwnUrl, toPublicUrl } from '../kernel/http/public-url.ts';
import { createRefusalPace, type RefusalPace } from '../kernel/http/refusal-pace.ts';
import { createSharedPort } from '../kernel/http/shared-port.ts';
import { createWorkInProgress, type WorkInProgress } from '../kernel/http/work-in-progress.ts';
import { type Log, silent } from '../kernel/log/log.ts';

/** Settings for the store and the port of a cloud. */
export interface HostConfig {
  readonly store: StorePlace;
  readonly httpHost?: string;
  /** 0 selects any free port. */
  readonly httpPort?: number;
  /** Port for `/metrics` alone, with plain HTTP; by default `/metrics` is on `httpPort`. 0 selects any free port. */
  readonly adminPort?: number | undefined;
  /** Public origin of this cloud. The default is the URL at which it listens. */
  readonly publicUrl?: string;
  /** Further origins, besides the public one, at which bridges reach the cloud. */
  readonly otherUrls?: readonly string[];
  /** The certificate and key files for TLS; read again when they change. */
  readonly tls?: CertificateFiles;
  /** Addresses or ranges of load balancers whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies?: readonly string[];
  readonly limits?: Partial<HttpLimits>;
  /**
   * Time in ms for which a stopping node still accepts connections while `/readyz` fails, so that load balancers
   * notice, and for which a connection may stay idle after that. 0 by default.
   */
  readonly drainFor?: number;
  readonly clock?: Clock | undefined;
  readonly log?: Log;
}

/** The parts of a host that its modules need. */
export interface HostDeps extends Pick<Runtime, 'clock' | 'log'> {
  readonly store: Store;
  readonly metrics: Metrics;
  /** Public origin of this cloud, without a trailing slash. */
  readonly publicUrl: string;
  /** Identifies this process among the nodes. New at each start. */
  readonly nodeId: string;
  readonly refusals: RefusalPace;
  /** The work of requests, for which the host waits before it closes the store. */
  readonly work: WorkInProgress;
}

/** An open store, and a port that keeps connections waiting until `open`. */
export interface Host extends AsyncDisposable {
  readonly deps: HostDeps;
  readonly http: { readonly host: string; readonly port: number };
  /** The separate port of `/metrics`, if there is one. */
  readonly adminPort: number | undefined;
  /** For the routes of the modules. A `preClose` hook must end long-lived connections (sockets, streams). */
  readonly app: FastifyInstance;
  /** Disposed of once every request has ended, in reverse order and before the store closes. */
  readonly modules: AsyncDisposableStack;
  /** Accepts the connections that are waiting and all later ones. */
  open(): Promise<void>;
}

/** A host that handles requests. Disposing of it waits for requests, disposes of the modules and closes the store. */
export interface RunningHost
  extends AsyncDisposable,
    Pick<Host, 'http' | 'adminPort'>,
    Pick<HostDeps, 'publicUrl' | 'store' | 'nodeId'> {}

/** Returns an address range of load balancers; throws one of `cloudFailures` if it is malformed. */
export function readProxyRange(range: string): string {
  try {
    toIsTrusted(range);
    return range;
  } catch (error) {
    throw cloudFailures.error('proxy-malformed', { range }, error);
  }
}

/** Opens the store, binds the port and registers the monitoring routes. */
const openHost = async (config: HostConfig): Promise<Host> => {
  const { httpHost: host = '127.0.0.1', httpPort = 8090, clock = systemClock, log = silent } = config;
  const { drainFor = 0 } = config;
  const limits = { ...defaultLimits, ...config.limits };
  const metrics = createMetrics();
  const configuredUrl = config.publicUrl === undefined ? undefined : toPublicUrl(config.publicUrl);
  // Refuses a wrong one before anything is opened.
  for (const url of config.otherUrls ?? []) toPublicUrl(url);
  await using stack = new AsyncDisposableStack();
  const store = stack.use(await openStore(config.store, { log }));

  const create = cloudFailures.error;
  const certificate = stack.use(
    config.tls && openCertificate(config.tls, { clock: machineOf(clock), log, create }),
  );
  registerCertificateMetric(metrics, certificate);
  const { adminPort } = config;
  // Opened before the rest, so that it is closed after it: metrics can be read while the node drains.
  const admin =
    adminPort === undefined ? undefined : stack.use(await openAdminPort(metrics, { host, port: adminPort }));
  const scheme = certificate === undefined ? 'http' : 'https';
  // Programs on this machine are trusted, because they could do more harm than connecting.
  const isTrusted = toIsTrusted(['loopback', ...(config.trustedProxies ?? []).map(readProxyRange)]);
  const sharedPort = createSharedPort(limits, {
    clock: machineOf(clock),
    certificate,
    log,
    isShared: (address) => isTrusted(address, 0),
  });
  const refusals = stack.use(createRefusalPace(clock));
  const work = createWorkInProgress();
  const app = createApp({
    work,
    log,
    metrics,
    limits,
    refusals,
    isSecure: (configuredUrl ?? scheme).startsWith('https'),
    ...(config.trustedProxies !== undefined && { trustedProxies: config.trustedProxies }),
    serverFactory: sharedPort.serverFactory,
  });
  const modules = stack.use(new AsyncDisposableStack());
  let isStopping = false;
  stack.defer(async () => {
    isStopping = true;
    sharedPort.drain();
    if (drainFor > 0) await delay(machineOf(clock), drainFor);
    const closed = sharedPort.close(drainFor);
    const ended = new AbortController();
    const timeout = delay(steadyClock, limits.shutdownTimeout, ended.signal);
    await app.close();
    await closed;
    await Promise.race([work.idle(), timeout]);
    ended.abort();
  });
  const port = await sharedPort.listen({ host, port: httpPort });
  const publicUrl = configuredUrl ?? toOwnUrl(host, port, scheme);
  await app.register(
    createMonitoringRoutes({
      metrics: admin === undefined ? metrics : undefined,
      version: about.version,
      isStopping: () => isStopping,
    }),
  );

  const opened = stack.move();
  return {
    deps: { store, metrics, publicUrl, nodeId: randomUUID(), clock, log, refusals, work },
    http: { host, port },
    adminPort: admin?.port,
    app,
    modules,
    open: async () => {
      await app.ready();
      sharedPort.open();
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
};

/**
 * Starts a cloud, or a part of it in tests: a host with the modules and routes that `addTo` adds. Resolves when all
 * modules have started; earlier connections wait until then. Throws an error of `cloudFailures`, whose message is one
 * sentence with the reason.
 */
export async function startHost<Added extends object>(
  config: HostConfig,
  addTo: (host: Host) => Promise<Added>,
): Promise<RunningHost & Added> {
  await using stack = new AsyncDisposableStack();
  const host = stack.use(await openHost(config));
  const { store, publicUrl, nodeId } = host.deps;
  // The first read of a module may reach the damaged part of a store.
  const added = await addTo(host).catch((error: unknown) => {
    throw store.toFailure(error);
  });
  await host.open();
  const running = stack.move();
  return {
    ...added,
    publicUrl,
    http: host.http,
    adminPort: host.adminPort,
    store,
    nodeId,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
