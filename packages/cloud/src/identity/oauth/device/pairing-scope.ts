import { uplink } from '@plenum/protocol/uplink';

/** The number of bridges that a grant may pair. */
export type PairingScope = 'one' | 'many';

/** Returns the number of bridges that OAuth scopes allow to pair, or `undefined` if they allow none. */
export const pairingScopeOf = (scopes: readonly string[]): PairingScope | undefined => {
  if (scopes.includes(uplink.fleetScope)) return 'many';
  return scopes.includes(uplink.scope) ? 'one' : undefined;
};
