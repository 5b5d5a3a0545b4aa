import type { AddressInfo, Server, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { DiagnosticsBundle } from '@plenum/insight/diagnostics';
import { type Certificate, type Clock, openDocsFolder, toListenFailure } from '@plenum/platform';
import { parseBody } from '@plenum/protocol/check';
import type { Dialect } from '@plenum/protocol/dialect';
import { refuse } from '@plenum/protocol/refusal';
import type { Alerts } from '../alerts/alerts.ts';
import type { Device } from '../device/device.ts';
import type { Read, Records, Write } from '../device/records.ts';
import { createLiveStream, type LiveStream } from '../events/live-stream.ts';
import { bridgeFailures } from '../failure/failure.ts';
import type { Log } from '../log/log.ts';
import type { CountersAt } from '../metrics/house-metrics.ts';
import { createMetrics, type Metrics } from '../metrics/metrics.ts';
import type { BridgeQuirks } from '../quirks/bridge-quirks.ts';
import type { RecentRequests } from '../requests/recent-requests.ts';
import type { SimulatedDevice } from '../simulated/simulated-device.ts';
import type { Snapshots } from '../simulated/snapshots.ts';
import { toAnswer, toJsonAnswer, toTextAnswer } from './answer.ts';
import { bodyOf } from './body.ts';
import type { InstallerCheck } from './caller.ts';
import { connectInside } from './connect-inside.ts';
import { type Access, createGuard } from './guard.ts';
import type { Guesses } from './key-check.ts';
import type { HttpLimits } from './limits.ts';
import { createRequestServer } from './request-server.ts';
import type { ReadRoute, Route, StreamRoute } from './route.ts';
import { createTurns, toQuirkyRoute } from './route-with-quirks.ts';
import { createAlertsRoutes } from './routes/alerts.ts';
import { createControlRoutes } from './routes/control.ts';
import { createDiagnosticsRoute } from './routes/diagnostics.ts';
import { createEventsRoute } from './routes/events.ts';
import { createHealthRoutes } from './routes/health.ts';
import { createInstallerRoute, type ReadMatterPairing } from './routes/installer.ts';
import { createPassPath } from './routes/pass-path.ts';
import { createQueryRoutes } from './routes/query.ts';
import { createRequestsRoute } from './routes/requests.ts';
import { createSimulationRoutes } from './routes/simulation.ts';
import { createSnapshotsRead, createSnapshotsWrites } from './routes/snapshots.ts';
import { createV1Routes } from './routes/v1.ts';
import { createDocsRoutes, createWebRoutes } from './routes/web.ts';

export interface HttpServerDeps extends Records {
  readonly device: Device;
  /** The same device with the quirks of the bridge, for the paths of the interface. */
  readonly interfaceDevice: Device;
  readonly quirks: BridgeQuirks;
  /** The same device if its simulation may be controlled over HTTP; otherwise undefined. */
  readonly simulation: SimulatedDevice | undefined;
  /** The snapshots of that house. */
  readonly snapshots: Snapshots | undefined;
  /** The latest requests, if the bridge lists them. */
  readonly recent: RecentRequests | undefined;
  readonly alerts: Alerts;
  readonly diagnostics: () => DiagnosticsBundle;
  /** Returns the recorded energy, for metrics. */
  readonly countersAt: CountersAt;
  readonly host: string;
  /** Undefined for a server without a port. */
  readonly port: number | undefined;
  readonly dialect: Dialect;
  readonly access: Access;
  /** Counter of wrong access keys. */
  readonly guesses: Guesses;
  readonly isInstaller: InstallerCheck;
  readonly readMatterPairing: ReadMatterPairing | undefined;
  /** Certificate for TLS; undefined for plain HTTP. */
  readonly certificate: Certificate | undefined;
  /** Folder of the built web application, if it is served. */
  readonly webFolder: string | undefined;
  /** Folder of the built documentation, if it is served. */
  readonly docsFolder: string | undefined;
  readonly limits: HttpLimits;
  readonly clock: Clock;
  readonly log: Log;
}

/** HTTP server of a bridge. Disposing of it lets requests in progress finish. */
export interface HttpServer extends AsyncDisposable {
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
  interfaceDevice,
  dialect,
  readOnly,
  isInstaller,
  quirks,
  clock,
}: HttpServerDeps): Route[] => {
  const turns = createTurns();
  return [
    ...createQueryRoutes(interfaceDevice, dialect),
    ...createControlRoutes(interfaceDevice, dialect, { readOnly, isInstaller }),
    ...createV1Routes(interfaceDevice, dialect, readOnly),
  ].map((route) => toQuirkyRoute(route, { quirks, clock, turns }));
};

const toReadRoute = ({ path, endpoint, read }: Read): ReadRoute => ({
  method: 'GET',
  path,
  endpoint,
  read: ({ query }) => toAnswer(read(query), (value) => toJsonAnswer(JSON.stringify(value))),
});

const toWriteRoute = ({ path, endpoint, write }: Write, readOnly: boolean): Route => ({
  method: 'POST',
  path,
  endpoint,
  handle: async (request) => {
    const body = bodyOf(request);
    const parsed = readOnly ? refuse('read-only') : body.ok ? parseBody(body.value) : body;
    return toAnswer(parsed.ok ? await write(parsed.value) : parsed, () => toTextAnswer('OK'));
  },
});

/** Creates the routes of the endpoints that the bridge adds to the interface. */
export const createOwnRoutes = (
  deps: HttpServerDeps,
  live: LiveStream,
  metrics: Metrics,
): (Route | ReadRoute | StreamRoute)[] => {
  const { device, simulation, snapshots, recent, reads, writes, readOnly, limits, quirks } = deps;
  return [
    ...reads.map(toReadRoute),
    ...writes.map((one) => toWriteRoute(one, readOnly)),
    ...createAlertsRoutes(deps.alerts),
    createDiagnosticsRoute(deps.diagnostics),
    createInstallerRoute(deps.isInstaller, deps.readMatterPairing),
    ...createHealthRoutes(device, metrics),
    ...(simulation === undefined ? [] : createSimulationRoutes({ device: simulation, quirks, readOnly })),
    ...(snapshots === undefined
      ? []
      : [
          toReadRoute(createSnapshotsRead(snapshots)),
          ...createSnapshotsWrites(snapshots).map((one) => toWriteRoute(one, readOnly)),
        ]),
    ...(recent === undefined ? [] : [createRequestsRoute(recent, deps.certificate !== undefined)]),
    createEventsRoute(live, limits),
  ];
};

const createRoutes = (
  deps: HttpServerDeps,
  live: LiveStream,
  metrics: Metrics,
): (Route | ReadRoute | StreamRoute)[] => {
  const { webFolder, docsFolder } = deps;
  const docs = docsFolder === undefined ? undefined : openDocsFolder(docsFolder);
  return [
    ...createInterfaceRoutes(deps),
    ...createOwnRoutes(deps, live, metrics),
    ...(webFolder === undefined ? [] : createWebRoutes(webFolder, deps.access, docs)),
    ...(docs === undefined ? [] : createDocsRoutes(docs, deps.access)),
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

export const startHttpServer = async (deps: HttpServerDeps): Promise<HttpServer> => {
  const { device, host, port, dialect, access, certificate, limits, clock, log } = deps;
  const hasSimulation = deps.simulation !== undefined;
  const live = createLiveStream({ device, dialect, hasSimulation, clock });
  const metrics = createMetrics({ device, clock, streams: live.size, countersAt: deps.countersAt });
  const server = createRequestServer({
    passPath: createPassPath(deps.interfaceDevice, deps.dialect, deps.readOnly),
    routes: createRoutes(deps, live, metrics),
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
};
