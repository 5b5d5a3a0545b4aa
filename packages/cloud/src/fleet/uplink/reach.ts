import { uplink } from '@plenum/protocol/uplink';

/** What may be paired: one bridge, or any number of them. */
export type Reach = 'one' | 'many';

/** What scopes pair; undefined where that is nothing. */
export const reachOf = (scopes: readonly string[]): Reach | undefined => {
  if (scopes.includes(uplink.fleetScope)) return 'many';
  return scopes.includes(uplink.scope) ? 'one' : undefined;
};
