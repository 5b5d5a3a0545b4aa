import { uplink } from '@plenum/protocol/uplink';

/** The number of bridges that a grant may pair. */
export type PairingScope = 'one' | 'many';

/** Returns the number of bridges that may be paired with the given OAuth scopes, or `undefined` if none may. */
export function pairingScopeOf(scopes: readonly string[]): PairingScope | undefined {
  if (scopes.includes(uplink.fleetScope)) return 'many';
  return scopes.includes(uplink.scope) ? 'one' : undefined;
}
