import type { ClimateCloudConfig } from '../../start/cloud-config.ts';

/** The parts of a cloud's configuration that a check needs. */
export type CloudToCheck = Pick<
  ClimateCloudConfig,
  | 'store'
  | 'endpointKey'
  | 'lostKeys'
  | 'nats'
  | 'tls'
  | 'smtp'
  | 'clock'
  | 'publicUrl'
  | 'otherUrls'
  | 'trustedProxies'
  | 'development'
  | 'httpHost'
  | 'httpPort'
  | 'adminPort'
>;
