export {
  type Announcement,
  type Capabilities,
  capabilityTokens,
  type Discovered,
  discoveryPort,
  discoveryRequest,
  isDiscoveryRequest,
  readDiscoveryAnswer,
  readService,
  serviceType,
  toDiscoveryAnswer,
  toServiceText,
} from './discovery.ts';
