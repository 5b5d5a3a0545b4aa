import { once } from 'node:events';
import { join } from 'node:path';
import {
  type AttachedBridgeConfig,
  type BridgeConfig,
  type BridgeRegistration,
  type BridgeSettings,
  revertRestore,
  startBridge,
} from '@plenum/bridge';
import type { Matter } from '@plenum/matter';
import { neutral } from '@plenum/protocol/dialect';
import { builtFolder, docsFolder } from '@plenum/web';
import { wrongUsage } from '../../failure.ts';
import { toMatterPairing } from '../../format/paired.ts';
import type { StartedBridge } from '../../format/started.ts';
import { toAddress } from '../../input/address.ts';
import { readQuirks } from '../../input/quirks.ts';
import type { Io } from '../../io/io.ts';
import { createLineLog } from '../../io/log.ts';
import { readBackupPassphrase } from '../../option/backup-passphrase.ts';
import { readInstallerKey } from '../../option/installer-key.ts';
import { openTracer, toInstance } from '../../option/otlp-options.ts';
import type { ServeOptions } from '../../option/serve-options.ts';
import { toCertificateFiles } from '../../option/tls-options.ts';
import { openDialect, readHouseToRun } from './house-to-run.ts';
import { showOverMatter } from './serve-matter.ts';
import { connectToBroker } from './serve-mqtt.ts';

const toFolder = (name: string) => join('data', name.toLowerCase().replace(/[^a-z0-9]+/g, '-'));

/** Opens a simulated house for the bridge, or the real bridge to attach to. */
const openFront = async (options: ServeOptions) => {
  const { attach, house: typed, seed, houseTime } = options;
  if (attach !== undefined) {
    const { attachAccessKey: accessKey, attachId: id, attachMaxAge, attachNotifications } = options;
    // The module is loaded only here, because a simulated house runs without the client.
    const { readTrustOptions } = await import('../../option/connect.ts');
    const more = {
      ...(attachMaxAge !== undefined && { maxAge: attachMaxAge * 1000 }),
      ...(options.passUnknown && { passUnknown: true }),
      ...readTrustOptions(
        { bridgeCa: options.attachCa, bridgeFingerprint: options.attachFingerprint },
        '--attach-ca',
      ),
      ...(attachNotifications === false && { notifyPort: false as const }),
      // A manufacturer's dialect implies a device of that manufacturer behind the bridge.
      ...(options.dialect !== neutral.name && { dialect: openDialect(options.dialect) }),
    };
    const where = toAddress(attach);
    return {
      fronts: `fronts the bridge ${where}`,
      folder: toFolder(where),
      front: { attach: { ...attach, accessKey, id, ...more } },
    };
  }
  const house = readHouseToRun(typed, { seed, houseTime });
  return { fronts: `runs the house "${house.name}"`, folder: toFolder(house.name), front: { house } };
};

/** Callbacks for a command that runs more than a bridge. */
interface ServeHooks {
  readonly onStarted: (started: StartedBridge) => void | Promise<void>;
  /** Returns the URL of the cloud to connect to, in place of the URL in the options. */
  readonly findCloudUrl?: (who: BridgeRegistration, dataDir: string) => Promise<string>;
}

/** Serves the content of a diagnostics bundle on this machine only, until the command ends. */
const serveReplay = async (file: string, options: ServeOptions, io: Io, { onStarted }: ServeHooks) => {
  const { openBundle, toBundleLines, toReplay } = await import('./replay.ts');
  const bundle = openBundle(file);
  using replay = toReplay(bundle);
  for (const line of toBundleLines(bundle)) io.out(line);
  const { httpPort, accessKey } = options;
  await using bridge = await startBridge({
    ...replay.settings,
    ...replay.front,
    httpPort,
    accessKey,
    webFolder: builtFolder,
    docsFolder,
    signal: io.signal,
    log: createLineLog(io),
  } as BridgeConfig);
  const { dataDir } = replay.settings;
  await onStarted({ bridge, fronts: 'replays a diagnostics bundle', dataDir, dialect: neutral });
  if (!io.signal.aborted) await once(io.signal, 'abort');
};

/** Returns the copies that the options ask for; undefined if they ask for none. */
const toBackups = (
  { backupFolder: folder, backupCopies: copies, backupPassphrase }: ServeOptions,
  io: Io,
) => {
  if (folder === undefined) return undefined;
  const passphrase = readBackupPassphrase(backupPassphrase, io);
  if (passphrase !== undefined) return { folder, copies, passphrase };
  throw wrongUsage('--backup-folder needs --backup-passphrase, because the copies contain secrets.');
};

/** Runs a bridge until the command ends. Starts it again after a restore. */
export async function serve(options: ServeOptions, io: Io, hooks: ServeHooks): Promise<void> {
  if (options.replay !== undefined) return serveReplay(options.replay, options, io, hooks);
  if (options.replayTraffic !== undefined) {
    const { serveTraffic } = await import('./serve-traffic.ts');
    return serveTraffic(options.replayTraffic, options, io);
  }
  const { onStarted, findCloudUrl } = hooks;
  const { fronts, folder, front } = await openFront(options);
  const dialect = openDialect(options.dialect);
  const dataDir = options.data ?? folder;
  if (options.cloudCa !== undefined) {
    const { trustAuthority } = await import('../../option/trust-authority.ts');
    trustAuthority(options.cloudCa);
  }
  const log = createLineLog(io);
  await using tracer = await openTracer(options, {
    service: 'plenum-bridge',
    instance: toInstance(options.httpPort),
    log,
  });
  const settings = {
    dataDir,
    httpHost: options.httpHost,
    httpPort: options.httpPort,
    tls: toCertificateFiles(options),
    udpPort: options.udpPort,
    discoveryFrom: options.discoveryFrom,
    notifyPort: options.notifyPort,
    notifyAddress: options.notifyAddress,
    notifyLights: options.notifyLights,
    dialect,
    timeScale: options.timeScale,
    historyDays: options.historyDays,
    accessKey: options.accessKey,
    installerKey: readInstallerKey(options.installerKey, io),
    readOnly: options.readOnly,
    allowedHosts: options.allowHost,
    ingressFrom: options.ingressFrom,
    discovery: options.discovery,
    // Only `plenum bridge` has this option; `plenum start` prints the address of its bridge instead.
    mdns: options.mdns,
    signal: io.signal,
    misbehave: readQuirks(options.misbehave),
    simulation: options.simulation,
    keepRequests: options.keepRequests,
    webFolder: builtFolder,
    docsFolder,
    cloud:
      findCloudUrl === undefined ? options.cloud : (who: BridgeRegistration) => findCloudUrl(who, dataDir),
    cloudUnencrypted: options.cloudUnencrypted,
    backups: toBackups(options, io),
    tracer,
    log,
  };
  const config = { ...settings, ...front } as BridgeConfig | AttachedBridgeConfig;
  let ports: Partial<Pick<BridgeSettings, 'httpPort' | 'udpPort'>> = {};
  while (!io.signal.aborted)
    ports = await runOnce({ ...config, ...ports }, options, { io, fronts, onStarted });
}

interface Run extends Pick<ServeHooks, 'onStarted'> {
  readonly io: Io;
  readonly fronts: string;
}

/** Starts a bridge; if it cannot start with the data of a restore, returns to the data before. */
const startOrRevert = async (config: BridgeConfig | AttachedBridgeConfig, { io }: Run) => {
  try {
    return await startBridge(config);
  } catch (error) {
    // Stopping the command before the real bridge has answered is not a failure.
    if (io.signal.aborted) return undefined;
    if (!revertRestore(config.dataDir)) throw error;
    config.log?.error({ err: error }, 'cannot start with the restored data, and returns to the data before');
    return await startBridge(config);
  }
};

/** Runs a bridge until the command ends, or until it has to start again; returns its ports. */
const runOnce = async (
  config: BridgeConfig | AttachedBridgeConfig,
  options: ServeOptions,
  run: Run,
): Promise<Pick<BridgeSettings, 'httpPort' | 'udpPort'>> => {
  const { io, fronts, onStarted } = run;
  const { dataDir, dialect = neutral } = config;
  const again = new AbortController();
  let matter: Matter | undefined;
  await using bridge = await startOrRevert(
    {
      ...config,
      restart: () => again.abort(),
      readMatterPairing: () => matter && toMatterPairing(matter),
    },
    run,
  );
  if (bridge === undefined) return {};
  await onStarted({ bridge, fronts, dataDir, dialect });
  await using _ = await connectToBroker(bridge, options, io);
  await using shown = await showOverMatter(bridge, { ...options, dataDir }, io);
  matter = shown;
  const ends = AbortSignal.any([io.signal, again.signal]);
  if (!ends.aborted) await once(ends, 'abort');
  return { httpPort: bridge.http.port, udpPort: bridge.udp.port };
};
