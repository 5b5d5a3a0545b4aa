export {
  type Announcement,
  type Capabilities,
  capabilityTokens,
  type Discovered,
  discoveryPort,
  discoveryRequest,
  isDiscoveryRequest,
  readDiscoveryAnswer,
  toDiscoveryAnswer,
} from './discovery/discovery.ts';
