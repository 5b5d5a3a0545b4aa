import type { Wall } from '@plenum/machine';
import { readDemoAccountId } from '../authorize/demo.ts';
import { pairBridge, releaseBridges } from '../bridge/pair.ts';
import type { Hooks } from '../component/hooks.ts';
import type { Store } from '../store/store.ts';

/** Who a bridge is: its system id and its public key (JWK, RFC 8037) with the thumbprint of it. */
export interface Adoption {
  readonly systemId: string;
  readonly keyId: string;
  readonly jwk: object;
}

/**
 * Development mode: pairs a bridge with the demo account. One the account had under another key, as when its data folder
 * was deleted, is released first.
 */
export const adoptBridge = async (
  { store, hooks, wall }: { readonly store: Store; readonly hooks: Hooks; readonly wall: Wall },
  { systemId, keyId, jwk }: Adoption,
): Promise<void> => {
  const accountId = await readDemoAccountId(store);
  const pairing = { systemId, accountId, keyId, jwk, now: wall.now() };
  if ((await pairBridge(store, pairing, hooks)) === 'paired') return;
  await releaseBridges(store, pairing, hooks);
  await pairBridge(store, pairing, hooks);
};
