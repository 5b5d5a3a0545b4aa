export { type CloudConnection, connect as connectUplink } from './connect.ts';
export { type PairingCode, requestDeviceGrant } from './device-grant.ts';
export { type BridgeKey, openKey as openBridgeKey } from './key.ts';
export { registerKey } from './pair.ts';
export { signConnectToken } from './token.ts';
export { defaultPace } from './uplink.ts';
