import type { BridgeSettings } from '../config.ts';
import type { Device } from '../device/device.ts';
import { BridgeFailure } from '../failure/failure.ts';
import type { Log } from '../log/log.ts';
import type { Wall } from '../wall/wall.ts';
import { keyFile, openKey } from './key.ts';
import { startUplink, type Uplink, usualPace } from './uplink.ts';

/** The uplink a bridge is configured with; undefined without a cloud. */
export const openUplink = async (
  config: BridgeSettings,
  { device, wall, log }: { device: Device; wall: Wall; log: Log },
): Promise<Uplink | undefined> => {
  const { cloud, dataDir: folder, readOnly = false, uplinkPace: pace = usualPace } = config;
  if (cloud === undefined) return undefined;
  const { protocol, origin } = URL.parse(cloud) ?? {};
  if (protocol !== 'http:' && protocol !== 'https:') throw new BridgeFailure('cloud-address', { url: cloud });
  const file = keyFile(folder);
  const key = await openKey(folder).catch((error: Error) => {
    throw new BridgeFailure('key-unusable', { file, why: error.message }, error);
  });
  const random = config.random ?? Math.random;
  return startUplink({ device, cloud: origin!, key, readOnly, pace, wall, random, log });
};
