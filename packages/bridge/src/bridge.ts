import { hostname } from 'node:os';
import type { Duplex } from 'node:stream';
import { openCertificate, systemClock } from '@plenum/platform';
import { silent } from '@plenum/platform/quiet-log';
import { neutral } from '@plenum/protocol/dialect';
import { discoveryPort } from '@plenum/protocol/discovery';
import { notificationPort } from '@plenum/protocol/notification';
import type { Identity } from '@plenum/protocol/query';
import { type Result, refuse } from '@plenum/protocol/refusal';
import { createTracedCommands } from '@plenum/protocol/trace';
import { openBackupFolder, startBackupSchedule } from './backup/backup-schedule.ts';
import { type Backups, type BackupsDeps, createBackups, toBackupName } from './backup/backups.ts';
import { proveRestore } from './backup/pending-restore.ts';
import { bridgeFailures } from './bridge-failures.ts';
import type { AttachedBridgeConfig, BridgeConfig } from './config.ts';
import type { Device } from './device/device.ts';
import { decorateServed, decorateShown } from './device-layers.ts';
import { collectDiagnostics } from './diagnostics/collect.ts';
import { createLogMemory } from './diagnostics/log-memory.ts';
import { createRecentRequests } from './diagnostics/recent-requests.ts';
import { createExplainer } from './endpoint/explainer.ts';
import { createHealthRead } from './endpoint/health.ts';
import { createOwnEndpoints } from './endpoint/own-endpoints.ts';
import { openSetupVisit } from './house/setup-visit.ts';
import { installerCheckOf } from './http/caller.ts';
import { installerKeyHeader } from './http/installer.ts';
import { createGuesses } from './http/key-check.ts';
import { defaultLimits } from './http/limits.ts';
import { startHttpServer } from './http/start-http.ts';
import { type OpenedHouse, openHouse } from './open-house.ts';
import { type BridgeQuirks, createQuirks } from './quirks/bridge-quirks.ts';
import type { HouseSnapshot } from './simulated/house-snapshot.ts';
import type { SimulatedDevice } from './simulated/simulated-device.ts';
import { createSnapshots } from './simulated/snapshots.ts';
import { inMemory } from './store/data-files.ts';
import { announceByMdns } from './udp/announce-by-mdns.ts';
import { startUdpServer, type UdpServerDeps } from './udp/udp-server.ts';
import type { Uplink } from './uplink/keep-connected.ts';
import { openUplink } from './uplink/open-uplink.ts';

/** A running bridge. Disposing of it lets requests finish, writes the state of the house and frees its ports. */
export interface Bridge extends AsyncDisposable {
  readonly identity: Identity;
  readonly device: Device;
  /** The same device if its house is simulated; otherwise undefined. */
  readonly simulation: SimulatedDevice | undefined;
  /** Snapshots of the simulated house, with the quirks of the bridge; undefined if the house is not simulated. */
  readonly snapshots:
    | {
        take(): HouseSnapshot;
        /** Returns to a snapshot of this house, durable when it returns. */
        restore(snapshot: HouseSnapshot): Result<undefined>;
      }
    | undefined;
  /** Quirks of real devices that clients of the bridge see; none by default. */
  readonly quirks: BridgeQuirks;
  /** Opens a connection to its HTTP server from within this process, even if it has no port. */
  readonly connect: () => Duplex;
  /**
   * Listening address for HTTP; if port 0 was configured, with the free port that was chosen. Without `listen` the ports
   * are 0.
   */
  readonly http: { readonly host: string; readonly port: number; readonly scheme: 'http' | 'https' };
  readonly udp: { readonly port: number };
  /** The connection to a cloud, if one is configured. */
  readonly uplink: Uplink | undefined;
  readonly notifications: { readonly address: string; readonly port: number };
  /** Returns the result of a `GET` of one of the bridge's own paths: history, energy, explanations. */
  readonly read: (path: string, query: Readonly<Record<string, unknown>>) => Result<unknown>;
}

/**
 * Names under which other machines find this one without a name server (RFC 6762), and the host name that a maker's
 * apps use. A page on the internet cannot have such a name.
 */
const ownNames = (): readonly string[] => ['plenum.local', 'izone.local', hostname(), localName()];

/** The port of the discard service (RFC 863), where nobody receives anything. */
const discardPort = 9;

/** The name of this machine in multicast DNS. */
const localName = (): string => `${hostname().split('.')[0]}.local`;

/** Texts that a diagnostics bundle must not contain, in addition to its patterns and the names of the house. */
const secretsOf = (config: BridgeConfig | AttachedBridgeConfig): readonly string[] => [
  hostname(),
  ...(config.accessKey === undefined ? [] : [config.accessKey]),
  ...(config.installerKey === undefined ? [] : [config.installerKey]),
  ...(config.allowedHosts ?? []),
  ...(typeof config.cloud === 'string' ? [config.cloud, URL.parse(config.cloud)?.host ?? ''] : []),
  ...('attach' in config ? [config.attach.host, config.attach.accessKey ?? ''] : []),
];

/** Headers with keys, as command lines that repeat requests show them. */
const secretHeaders = { authorization: 'Bearer $KEY', [installerKeyHeader]: '$INSTALLER_KEY' };

const createSnapshotAccess = (
  { simulation, restore }: OpenedHouse,
  quirks: BridgeQuirks,
): Bridge['snapshots'] =>
  simulation &&
  restore && {
    take: () => ({ store: simulation.copyStore(), at: simulation.at(), quirks: quirks.current() }),
    restore: (snapshot) => {
      const done = restore(snapshot.store);
      if (done.ok) quirks.set(snapshot.quirks);
      return done;
    },
  };

/** Returns the configuration of a fork of a house, which other machines find only by its port. */
const toForkConfig = (config: BridgeConfig, from: HouseSnapshot, port: number): BridgeConfig => ({
  ...config,
  from,
  misbehave: undefined,
  timeScale: undefined,
  dataDir: inMemory,
  httpPort: port,
  udpPort: 0,
  discovery: false,
  mdns: false,
  // Its change notices would name the system id of the house that it is a copy of.
  notifyAddress: '127.0.0.1',
  notifyPort: discardPort,
  cloud: undefined,
  readMatterPairing: undefined,
  backups: undefined,
  restart: undefined,
  limits: { ...config.limits, forks: 0 },
});

/** Opens the backups of a bridge, and begins to make the scheduled ones. */
const openBackups = (
  { dataDir: folder, backups: schedule, readOnly = false, restart }: BridgeConfig | AttachedBridgeConfig,
  { db, device }: OpenedHouse,
  deps: Pick<BackupsDeps, 'clock' | 'log' | 'limits'>,
): Backups & AsyncDisposable => {
  const systemId = device.identity.uid;
  let scheduled: ReturnType<typeof startBackupSchedule> | undefined;
  const backups = createBackups({
    folder,
    db,
    systemId,
    readOnly,
    restart,
    ...deps,
    schedule: () => scheduled?.read(),
  });
  if (schedule !== undefined) {
    const toName = (at: number) => toBackupName(systemId, at);
    scheduled = startBackupSchedule(schedule, { systemId, toName, writeTo: backups.writeTo, ...deps });
  }
  return { ...backups, [Symbol.asyncDispose]: async () => scheduled?.[Symbol.asyncDispose]() };
};

/**
 * Starts a bridge: its store, its installation (a simulated house with all acknowledged commands, or a real bridge),
 * then HTTP, UDP and the uplink. Throws one of `bridgeFailures` if that fails.
 */
export async function startBridge(config: BridgeConfig | AttachedBridgeConfig): Promise<Bridge> {
  const { httpHost: host = '127.0.0.1', dialect = neutral, clock = systemClock } = config;
  const { readOnly = false, listen = true, notifyPort = notificationPort } = config;
  const log = createLogMemory(config.log ?? silent, clock);
  await using stack = new AsyncDisposableStack();
  if (config.backups !== undefined) openBackupFolder(config.backups);
  const opened = await openHouse(stack, config, { clock, log });
  const { simulation, history, exceptions, alerts } = opened;
  const traced = createTracedCommands();
  const device = decorateServed(opened.device, { traced, tracer: config.tracer, log });
  const initial = config.misbehave ?? ('attach' in config ? undefined : config.from?.quirks);
  const quirks = createQuirks({ clock, random: config.random ?? Math.random }, initial);
  const limits = { ...defaultLimits, ...config.limits };
  const snapshots = createSnapshotAccess(opened, quirks);
  const shownDevice = decorateShown(device, { quirks, clock });
  const create = bridgeFailures.error;
  const explainer = createExplainer({
    device,
    simulation,
    history,
    exceptions,
    automation: opened.automation,
  });
  const ownEndpoints = createOwnEndpoints({ ...opened, device, explainer, readOnly });
  const isControlled = config.simulation !== false;
  const isListing = config.keepRequests ?? (isControlled && simulation !== undefined);
  const recent = isListing
    ? createRecentRequests({ dialect, secretHeaders, limits, clock, houseAt: device.at })
    : undefined;
  const certificate = stack.use(config.tls && openCertificate(config.tls, { clock, log, create }));
  const namedSnapshots =
    snapshots &&
    createSnapshots({
      ...snapshots,
      startFork: async (from, port) => {
        const fork = await startBridge(toForkConfig(config as BridgeConfig, from, port));
        return { at: fork.device.at, [Symbol.asyncDispose]: () => fork[Symbol.asyncDispose]() };
      },
      limits,
    });
  if (namedSnapshots !== undefined) stack.use(namedSnapshots);
  const backups = stack.use(openBackups(config, opened, { clock, log, limits }));
  const http = stack.use(
    await startHttpServer({
      device,
      shownDevice,
      quirks,
      simulation: isControlled ? simulation : undefined,
      snapshots: isControlled ? namedSnapshots : undefined,
      recent,
      ...ownEndpoints,
      alerts,
      damperTests: opened.damperTests,
      setupVisit: openSetupVisit({ db: opened.db, clock, readOnly }),
      backups,
      countersAt: history.countersAt,
      learnt: opened.comfort.read,
      automation: opened.automation.read,
      diagnostics: () => collectDiagnostics({ device, history, log, secrets: secretsOf(config) }),
      host,
      port: listen ? (config.httpPort ?? 8080) : undefined,
      dialect,
      access: {
        allowedHosts: [host, ...ownNames(), ...(config.allowedHosts ?? [])],
        accessKey: config.accessKey,
        ingressFrom: config.ingressFrom,
      },
      guesses: stack.use(createGuesses(clock)),
      isInstaller: installerCheckOf(config.installerKey, {
        ingressFrom: config.ingressFrom,
        guesses: stack.use(createGuesses(clock)),
      }),
      readMatterPairing: config.readMatterPairing,
      certificate,
      webFolder: config.webFolder,
      docsFolder: config.docsFolder,
      limits,
      clock,
      log,
    }),
  );
  const udpDeps: UdpServerDeps = {
    device,
    shownDevice,
    quirks,
    dialect,
    httpHost: host,
    httpPort: http.port,
    udpPort: config.udpPort ?? discoveryPort,
    discovery: config.discovery ?? true,
    discoveryFrom: config.discoveryFrom ?? [],
    notifyAddress: config.notifyAddress,
    notifyPort,
    notifyLights: config.notifyLights ?? dialect.name === neutral.name,
    datagrams: http.metrics.datagrams,
    recent,
    clock,
    log,
  };
  const udp = listen ? stack.use(await startUdpServer(udpDeps)) : undefined;

  if (config.mdns) {
    const announcement = { uid: device.identity.uid, datagrams: device.datagrams(), dialect };
    const port = config.mdns === true ? undefined : config.mdns.port;
    const served = { httpHost: host, httpPort: http.port, host: localName() };
    stack.use(await announceByMdns({ announcement, ...served, port, device, log }));
  }

  const uplink = await openUplink(config, {
    device,
    ownEndpoints: { ...ownEndpoints, reads: [...ownEndpoints.reads, createHealthRead(device)] },
    recent,
    traceOf: traced.traceOf,
    tracer: config.tracer,
    clock,
    log,
  });
  if (uplink !== undefined) stack.use(uplink);

  if ('attach' in config && config.discovery !== false) {
    const stop = stack.adopt(new AbortController(), (each) => each.abort());
    const { uid } = device.identity;
    const { warnOfTwin } = await import('./attached/warn-of-twin.ts');
    warnOfTwin({ to: config.attach, uid, clock, log, signal: stop.signal }).catch((error: unknown) =>
      log.warn({ err: error }, 'could not find out if the real bridge answers discovery'),
    );
  }

  if (config.dataDir !== inMemory) proveRestore(config.dataDir);
  const running = stack.move();
  return {
    identity: device.identity,
    device,
    simulation,
    snapshots,
    quirks,
    connect: http.connect,
    http: { host, port: http.port, scheme: certificate === undefined ? 'http' : 'https' },
    udp: { port: udp?.port ?? 0 },
    uplink,
    notifications: { address: udp?.notifyAddress ?? host, port: notifyPort },
    read: (path, query) => {
      const found = ownEndpoints.reads.find((one) => one.path === path);
      return found === undefined ? refuse('unknown-path', { input: path }) : found.read(query);
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
