export { type Connection, connect as connectUplink } from './connect.ts';
export { askOwner, type PairingCode } from './device-grant.ts';
export { type BridgeKey, openKey as openBridgeKey } from './key.ts';
export { registerKey } from './pair.ts';
export { signConnectToken } from './token.ts';
export { defaultPace } from './uplink.ts';
export { wait } from './wait.ts';
