export { type CloudConnection, connect as connectUplink } from './cloud-socket.ts';
export { requestDeviceGrant } from './device-grant.ts';
export { defaultPace } from './keep-connected.ts';
export { type BridgeKey, openKey as openBridgeKey } from './key.ts';
export { registerKey } from './pair.ts';
export { signConnectToken } from './token.ts';
