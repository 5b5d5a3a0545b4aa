import { once } from 'node:events';
import { type ClimateCloudConfig, createLog, startClimateCloud } from '@plenum/cloud';
import type { Log, LogLevel } from '@plenum/platform/quiet-log';
import { escapeJson } from '@plenum/protocol/text';
import { builtFolder, docsFolder } from '@plenum/web';
import about from '../../../../package.json' with { type: 'json' };
import { toCloudLines } from '../../../format/cloud.ts';
import type { Io } from '../../../io/io.ts';
import { type NatsOptions, toNatsConfig } from '../../../option/nats-options.ts';
import { type OtlpFlags, openTracer, toInstance } from '../../../option/otlp-options.ts';
import { readSmtp } from '../../../option/smtp-settings.ts';
import type { StoreOptions } from '../../../option/store-options.ts';
import { type TlsOptions, toCertificateFiles } from '../../../option/tls-options.ts';
import { findAssistants, hosting } from './optional-parts.ts';

export interface CloudOptions extends StoreOptions, TlsOptions, NatsOptions, OtlpFlags {
  readonly logLevel: LogLevel;
  readonly connections: number;
  readonly httpHost: string;
  readonly httpPort: number;
  readonly adminPort?: number;
  readonly publicUrl?: string;
  readonly bridgeUrl: readonly string[];
  readonly trustProxy: readonly string[];
  readonly endpointKey?: string;
  readonly lostKey: readonly string[];
  readonly rate: number;
  readonly burst: number;
  readonly tokenRate: number;
  readonly bridgesPerAccount?: number;
  readonly spreadBridges: boolean;
  readonly controlTimeout: number;
  readonly deliveryTimeout: number;
  readonly deliveries: number;
  readonly development?: true;
  readonly sandbox?: 'off' | 'on' | 'only';
}

/**
 * An app refreshes the tokens of all its users together when it restarts, so a burst of up to ten seconds' worth of
 * requests is allowed.
 */
const toTokenRates = (rate: number) => {
  const limit = { rate, burst: Math.max(1, Math.ceil(10 * rate)) };
  return { address: limit, app: limit };
};

/** Time in ms in which load balancers notice that a node stops. A node with a data folder has no other to take over. */
const drainFor = 3_000;

/** Returns the configuration of a cloud. */
export function toCloudConfig(options: CloudOptions, env: Io['env']): ClimateCloudConfig {
  const { databaseUrl, connections, data, publicUrl, endpointKey, bridgesPerAccount } = options;
  const tls = toCertificateFiles(options);
  const nats = toNatsConfig(options);
  const smtp = readSmtp(env);
  const { development = false, sandbox = development ? 'on' : 'off' } = options;
  return {
    ...(databaseUrl === undefined
      ? { store: { dataDir: data } }
      : { store: { databaseUrl, connections }, drainFor }),
    httpHost: options.httpHost,
    httpPort: options.httpPort,
    adminPort: options.adminPort,
    ...(tls !== undefined && { tls }),
    ...(smtp !== undefined && { smtp }),
    trustedProxies: options.trustProxy,
    lostKeys: options.lostKey,
    otherUrls: options.bridgeUrl,
    rate: { rate: options.rate, burst: options.burst },
    authorizationRates: toTokenRates(options.tokenRate),
    controlWithin: options.controlTimeout,
    spreadBridges: options.spreadBridges,
    events: { limits: { timeout: options.deliveryTimeout, maxConcurrent: options.deliveries } },
    development,
    ...(sandbox !== 'off' && { hosting }),
    onlyTestUsers: sandbox === 'only',
    webFolder: builtFolder,
    docsFolder,
    ...findAssistants(),
    ...(bridgesPerAccount !== undefined && { bridgesPerAccount }),
    ...(nats !== undefined && { nats }),
    ...(publicUrl !== undefined && { publicUrl }),
    ...(endpointKey !== undefined && { endpointKey }),
  };
}

/** Returns only the host of a URL, because a password may be in its user information and in its query. */
const hostOf = (url: string): string => URL.parse(url)?.host ?? '';

/** Returns the options as they are logged: without keys, and only the hosts of the store and of NATS. */
const toLoggedOptions = ({ endpointKey: _, databaseUrl, nats, logLevel: _level, ...rest }: CloudOptions) => ({
  ...rest,
  ...(databaseUrl !== undefined && { databaseUrl: hostOf(databaseUrl), data: undefined }),
  ...(nats !== undefined && { nats: nats.split(',').map(hostOf).join(',') }),
});

/** Runs one node of a cloud until the command ends. Logs to standard error, one JSON object per line. */
export async function serveCloud(options: CloudOptions, io: Io): Promise<void> {
  const log = createLog(
    { write: (text) => io.err(escapeJson(text.trimEnd())) },
    { level: options.logLevel, base: { node: toInstance(options.httpPort), release: about.version } },
  );
  await runCloud(options, io, log);
  log.info({}, 'the node has stopped');
}

const runCloud = async (options: CloudOptions, io: Io, log: Log): Promise<void> => {
  await using tracer = await openTracer(options, {
    service: 'plenum-cloud',
    instance: toInstance(options.httpPort),
    log,
  });
  await using cloud = await startClimateCloud({ ...toCloudConfig(options, io.env), tracer, log });
  for (const line of toCloudLines(cloud)) io.out(line);
  log.info({ options: toLoggedOptions(options) }, 'the node has started');
  if (!io.signal.aborted) await once(io.signal, 'abort');
  log.info({}, 'the node was asked to stop, and hands its bridges over');
};
