import type { Clock } from '@plenum/platform';
import { pairBridge, releaseBridges } from '../../fleet/bridge/pair.ts';
import type { ChangeListeners } from '../../fleet/component/change-listeners.ts';
import type { Store } from '../../kernel/database/store.ts';

/** A bridge with its system id, its public key (JWK, RFC 8037) and the thumbprint of the key. */
export interface Adoption {
  readonly systemId: string;
  readonly keyId: string;
  readonly jwk: object;
}

/**
 * Development mode: pairs a bridge with an account. If the account has the same bridge with another key, for
 * example because the bridge's data folder was deleted, the bridge is released first.
 */
export async function adoptBridge(
  {
    store,
    listeners,
    clock,
  }: { readonly store: Store; readonly listeners: ChangeListeners; readonly clock: Clock },
  accountId: string,
  { systemId, keyId, jwk }: Adoption,
): Promise<void> {
  const pairing = { systemId, accountId, keyId, jwk, now: clock.now() };
  await store.transaction('full', async (tx) => {
    if ((await pairBridge(tx, pairing, listeners)) === 'paired') return;
    await releaseBridges(tx, pairing, listeners);
    await pairBridge(tx, pairing, listeners);
  });
}
