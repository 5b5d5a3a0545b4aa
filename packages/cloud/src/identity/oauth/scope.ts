import { type AppScope, appScopes, listen } from '@plenum/protocol/cloud';
import { uplink } from '@plenum/protocol/uplink';
import type { Scope } from './shape.ts';

/** All scopes that an app or a bridge can request. */
export const scopes: readonly Scope[] = [
  ...(Object.keys(appScopes) as AppScope[]),
  uplink.scope,
  uplink.fleetScope,
  listen.scope,
];

export const isScope = (name: string): name is Scope => scopes.some((scope) => scope === name);
