import { type DiagnosticsBundle, diagnosticsEndpoints } from '@plenum/insight/diagnostics';
import { parseBody } from '@plenum/protocol/check';
import { ok, refuse } from '@plenum/protocol/refusal';
import { simulationEndpoints } from '@plenum/protocol/simulation';
import type { Alerts } from '../../alerts/alerts.ts';
import type { Backups } from '../../backup/backups.ts';
import type { DamperTests } from '../../damper-test/damper-tests.ts';
import type { Device } from '../../device/device.ts';
import type { Metrics } from '../../diagnostics/metrics.ts';
import type { RecentRequests } from '../../diagnostics/recent-requests.ts';
import { bindRead, bindWrite } from '../../endpoint/bind.ts';
import type { OwnEndpoints, ReadEndpoint, WriteEndpoint } from '../../endpoint/endpoint.ts';
import type { SetupVisit } from '../../house/setup-visit.ts';
import type { BridgeQuirks } from '../../quirks/bridge-quirks.ts';
import type { SimulatedDevice } from '../../simulated/simulated-device.ts';
import type { Snapshots } from '../../simulated/snapshots.ts';
import { toAnswer, toJsonAnswer, toTextAnswer } from '../answer.ts';
import { bodyOf } from '../body.ts';
import { callerOf, type InstallerCheck } from '../caller.ts';
import type { HttpLimits } from '../limits.ts';
import type { LiveStream } from '../live-stream.ts';
import { type ReadRoute, type Route, type StreamRoute, servedAt } from '../route.ts';
import { createAlertsRoutes } from './alerts.ts';
import { createBackupRoutes } from './backups.ts';
import { createDamperTestRoutes } from './damper-tests.ts';
import { createEventsRoute } from './events.ts';
import { createInstallerRoutes } from './for-installer.ts';
import { createHealthRoutes } from './health.ts';
import { createInstallerRoute, type ReadMatterPairing } from './installer.ts';
import { createSetupVisitRoutes } from './setup-visit.ts';
import { createSimulationRoutes } from './simulation.ts';

export interface OwnRoutesDeps extends OwnEndpoints {
  readonly device: Device;
  readonly quirks: BridgeQuirks;
  /** The same device if its simulation may be controlled over HTTP; otherwise undefined. */
  readonly simulation: SimulatedDevice | undefined;
  /** The snapshots of that house. */
  readonly snapshots: Snapshots | undefined;
  /** The latest requests, if the bridge lists them. */
  readonly recent: RecentRequests | undefined;
  readonly alerts: Alerts;
  readonly damperTests: DamperTests;
  readonly setupVisit: SetupVisit;
  readonly backups: Backups;
  /** Returns a bundle without names, keys, tokens and addresses, to share with a helper. */
  readonly diagnostics: () => DiagnosticsBundle;
  readonly isInstaller: InstallerCheck;
  readonly readMatterPairing: ReadMatterPairing | undefined;
  readonly hasTls: boolean;
  readonly limits: HttpLimits;
  readonly live: LiveStream;
  readonly metrics: Metrics;
}

const toReadRoute = ({ path, endpoint, read }: ReadEndpoint): ReadRoute => ({
  method: 'GET',
  path,
  endpoint,
  read: ({ query }) => toAnswer(read(query), (value) => toJsonAnswer(JSON.stringify(value))),
});

const toWriteRoute = ({ path, endpoint, write }: WriteEndpoint, readOnly: boolean): Route => ({
  method: 'POST',
  path,
  endpoint,
  handle: async (request) => {
    const body = bodyOf(request);
    const parsed = readOnly ? refuse('read-only') : body.ok ? parseBody(body.value) : body;
    return toAnswer(parsed.ok ? await write(parsed.value, callerOf(request).by) : parsed, () =>
      toTextAnswer('OK'),
    );
  },
});

const { readRequests, readSnapshots, saveSnapshot, restoreSnapshot, removeSnapshot, startFork, endFork } =
  simulationEndpoints;

const createSnapshotsRoutes = (snapshots: Snapshots, readOnly: boolean): (ReadRoute | Route)[] => [
  toReadRoute(bindRead(readSnapshots, () => ok(snapshots.list()))),
  ...[
    bindWrite(saveSnapshot, ({ name }) => snapshots.save(name)),
    bindWrite(restoreSnapshot, ({ name }) => snapshots.restore(name)),
    bindWrite(removeSnapshot, ({ name }) => snapshots.remove(name)),
    bindWrite(startFork, snapshots.startFork),
    bindWrite(endFork, ({ port }) => snapshots.endFork(port)),
  ].map((one) => toWriteRoute(one, readOnly)),
];

/** Creates the route of the latest requests, with command lines for the host that this client uses. */
const createRequestsRoute = (recent: RecentRequests, hasTls: boolean): ReadRoute => ({
  ...servedAt(readRequests),
  read: ({ headers }) => {
    const origin = `${hasTls ? 'https' : 'http'}://${headers.host ?? 'localhost'}`;
    return toJsonAnswer(JSON.stringify(recent.read(origin)));
  },
});

const createDiagnosticsRoute = (collect: () => DiagnosticsBundle): ReadRoute => ({
  ...servedAt(diagnosticsEndpoints.readDiagnostics),
  read: () => ({
    ...toJsonAnswer(JSON.stringify(collect())),
    headers: { 'Content-Disposition': 'attachment; filename="plenum-diagnostics.json"' },
  }),
});

/** Creates the routes of the endpoints that the bridge adds to the interface. */
export function createOwnRoutes(deps: OwnRoutesDeps): (Route | ReadRoute | StreamRoute)[] {
  const { device, simulation, snapshots, recent, reads, writes, readOnly, quirks } = deps;
  const forInstaller = createInstallerRoutes(deps.isInstaller);
  return [
    ...reads.map(toReadRoute),
    ...writes.map((one) => toWriteRoute(one, readOnly)),
    ...createAlertsRoutes(deps.alerts),
    ...createDamperTestRoutes(deps.damperTests, forInstaller),
    ...createSetupVisitRoutes(deps.setupVisit, forInstaller),
    ...createBackupRoutes(deps.backups, forInstaller),
    createDiagnosticsRoute(deps.diagnostics),
    createInstallerRoute(deps.isInstaller, deps.readMatterPairing),
    ...createHealthRoutes(device, deps.metrics),
    ...(simulation === undefined ? [] : createSimulationRoutes({ device: simulation, quirks, readOnly })),
    ...(snapshots === undefined ? [] : createSnapshotsRoutes(snapshots, readOnly)),
    ...(recent === undefined ? [] : [createRequestsRoute(recent, deps.hasTls)]),
    createEventsRoute(deps.live, deps.limits),
  ];
}
