import type { Runtime } from '@plenum/platform';
import type { TracedCommands, Tracer } from '@plenum/protocol/trace';
import { bridgeFailures } from '../bridge-failures.ts';
import type { Device } from '../device/device.ts';
import type { RecentRequests } from '../diagnostics/recent-requests.ts';
import type { OwnEndpoints } from '../endpoint/endpoint.ts';
import { isLoopback } from '../udp/addresses.ts';
import type { Uplink } from './keep-connected.ts';
import type { UplinkSettings } from './uplink-settings.ts';

const toOrigin = (url: string, { cloudUnencrypted = false }: UplinkSettings): string => {
  const { protocol, origin, hostname = '' } = URL.parse(url) ?? {};
  if (protocol !== 'http:' && protocol !== 'https:') throw bridgeFailures.error('cloud-address', { url });
  const isOwnMachine = isLoopback(hostname.replace(/^\[|\]$/g, ''));
  if (protocol === 'http:' && !isOwnMachine && !cloudUnencrypted)
    throw bridgeFailures.error('cloud-unencrypted', { url });
  return origin!;
};

interface UplinkOptions extends Pick<Runtime, 'clock' | 'log'> {
  readonly device: Device;
  readonly ownEndpoints: OwnEndpoints;
  readonly recent: RecentRequests | undefined;
  readonly traceOf: TracedCommands['traceOf'];
  readonly tracer: Tracer | undefined;
}

/**
 * Opens the uplink of a bridge; undefined without a cloud. To save memory, its modules are loaded only if a cloud is
 * configured.
 */
export async function openUplink(
  config: UplinkSettings,
  { device, ownEndpoints, recent, traceOf, tracer, clock, log }: UplinkOptions,
): Promise<Uplink | undefined> {
  if (config.cloud === undefined) return undefined;
  const [{ keyFile, openKey }, { startUplink, defaultPace }] = await Promise.all([
    import('./key.ts'),
    import('./keep-connected.ts'),
  ]);
  const { dataDir: folder, uplinkPace: pace = defaultPace } = config;
  if (typeof config.cloud === 'string') toOrigin(config.cloud, config);
  const file = keyFile(folder);
  const key = await openKey(folder).catch((error: Error) => {
    throw bridgeFailures.error('key-unusable', { file, why: error.message }, error);
  });
  const who = { systemId: device.identity.uid, keyId: key.id, jwk: key.publicJwk };
  const cloud = toOrigin(typeof config.cloud === 'string' ? config.cloud : await config.cloud(who), config);
  const random = config.random ?? Math.random;
  return startUplink({ device, ownEndpoints, recent, traceOf, tracer, cloud, key, pace, clock, random, log });
}
