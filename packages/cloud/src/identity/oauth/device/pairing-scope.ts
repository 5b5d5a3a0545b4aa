import { uplink } from '@plenum/protocol/uplink';

/** How many bridges a grant may pair. */
export type PairingScope = 'one' | 'many';

/** Reads how many bridges OAuth scopes allow to pair; undefined where they allow none. */
export const pairingScopeOf = (scopes: readonly string[]): PairingScope | undefined => {
  if (scopes.includes(uplink.fleetScope)) return 'many';
  return scopes.includes(uplink.scope) ? 'one' : undefined;
};
