import type { AddressInfo, Server, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { AutomationAnswer } from '@plenum/insight/automation';
import { type Certificate, openDocsFolder, type Runtime, toListenFailure } from '@plenum/platform';
import type { Dialect } from '@plenum/protocol/dialect';
import { bridgeFailures } from '../bridge-failures.ts';
import type { Device } from '../device/device.ts';
import type { CountersAt } from '../diagnostics/house-metrics.ts';
import { createMetrics, type Metrics } from '../diagnostics/metrics.ts';
import type { Learnt } from '../diagnostics/passport-metrics.ts';
import { connectInside } from './connect-inside.ts';
import { type Access, createGuard } from './guard.ts';
import type { Guesses } from './key-check.ts';
import { createLiveStream } from './live-stream.ts';
import { createRequestServer } from './request-server.ts';
import type { Route, StreamRoute } from './route.ts';
import { createRequestQueue, toQuirkyRoute } from './route-with-quirks.ts';
import { createCommandRoutes } from './routes/command.ts';
import { createOwnRoutes, type OwnRoutesDeps } from './routes/own.ts';
import { createPassPath } from './routes/pass-path.ts';
import { createQueryRoutes } from './routes/query.ts';
import { createV1Routes } from './routes/v1.ts';
import { createDocsRoutes, createWebRoutes } from './routes/web.ts';

interface HttpServerDeps
  extends Omit<OwnRoutesDeps, 'hasTls' | 'live' | 'metrics'>,
    Pick<Runtime, 'clock' | 'log'> {
  /** The device with the quirks of the bridge, for the paths of the interface. */
  readonly shownDevice: Device;
  /** Returns the recorded energy, for metrics. */
  readonly countersAt: CountersAt;
  /** Returns what the bridge has learnt, for metrics. */
  readonly learnt: () => Learnt;
  /** Returns what the bridge suggests or does on its own, for metrics. */
  readonly automation: () => AutomationAnswer;
  readonly host: string;
  /** Undefined for a server without a port. */
  readonly port: number | undefined;
  readonly dialect: Dialect;
  readonly access: Access;
  /** Counter of wrong access keys. */
  readonly guesses: Guesses;
  /** Certificate for TLS; undefined for plain HTTP. */
  readonly certificate: Certificate | undefined;
  /** Folder of the built web application, if it is served. */
  readonly webFolder: string | undefined;
  /** Folder of the built documentation, if it is served. */
  readonly docsFolder: string | undefined;
}

/** HTTP server of a bridge. Disposing of it lets requests in progress finish. */
interface HttpServer extends AsyncDisposable {
  /** 0 if it has none. */
  readonly port: number;
  /** Connects to it from within this process. */
  readonly connect: () => Duplex;
  readonly metrics: Metrics;
}

/** Time that requests in progress have to finish when the server stops, ms. */
const stopTimeout = 2_000;

/** Creates the routes of both versions of the interface, with the quirks of the bridge. */
const createInterfaceRoutes = ({
  shownDevice,
  dialect,
  readOnly,
  isInstaller,
  quirks,
  clock,
}: HttpServerDeps): Route[] => {
  const queue = createRequestQueue();
  return [
    ...createQueryRoutes(shownDevice, dialect),
    ...createCommandRoutes(shownDevice, dialect, { readOnly, isInstaller }),
    ...createV1Routes(shownDevice, dialect, readOnly),
  ].map((route) => toQuirkyRoute(route, { quirks, clock, queue }));
};

const createWebAndDocsRoutes = ({ webFolder, docsFolder, access }: HttpServerDeps): StreamRoute[] => {
  const docs = docsFolder === undefined ? undefined : openDocsFolder(docsFolder);
  return [
    ...(webFolder === undefined ? [] : createWebRoutes(webFolder, access, docs)),
    ...(docs === undefined ? [] : createDocsRoutes(docs, access)),
  ];
};

/** Returns the open connections of a server, including those whose TLS handshake is not finished. */
const trackConnections = (server: Server): ReadonlySet<Socket> => {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return sockets;
};

export async function startHttpServer(deps: HttpServerDeps): Promise<HttpServer> {
  const { device, host, port, dialect, access, certificate, limits, clock, log } = deps;
  const hasSimulation = deps.simulation !== undefined;
  const live = createLiveStream({ device, dialect, hasSimulation, clock });
  const metrics = createMetrics({
    device,
    clock,
    streams: live.size,
    countersAt: deps.countersAt,
    learnt: deps.learnt,
    automation: deps.automation,
  });
  const server = createRequestServer({
    passPath: createPassPath(deps.shownDevice, deps.dialect, deps.readOnly),
    routes: [
      ...createInterfaceRoutes(deps),
      ...createOwnRoutes({ ...deps, hasTls: certificate !== undefined, live, metrics }),
      ...createWebAndDocsRoutes(deps),
    ],
    advance: () => device.advanceTo(clock.now()),
    guard: createGuard(access, deps.guesses),
    limits,
    certificate,
    requests: metrics.requests,
    recent: deps.recent,
    clock,
    log,
  });
  const sockets = trackConnections(server.http);
  try {
    if (port !== undefined) await server.listen({ host, port });
  } catch (error) {
    live[Symbol.dispose]();
    throw toListenFailure(error, { protocol: 'TCP', host, port: port! }, bridgeFailures.error);
  }
  return {
    port: port === undefined ? 0 : (server.http.address() as AddressInfo).port,
    connect: () => connectInside(server.http),
    metrics,
    [Symbol.asyncDispose]: async () => {
      live[Symbol.dispose]();
      const cancel = clock.after(stopTimeout, () => {
        for (const socket of sockets) socket.destroy();
      });
      await server.close();
      cancel();
    },
  };
}
