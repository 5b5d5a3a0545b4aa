import { keyBytes } from '../kernel/crypto/encryption.ts';
import { findEncryptionKey, readEncryptionKey } from '../kernel/crypto/encryption-key.ts';
import { systemRandom } from '../kernel/crypto/random.ts';
import type { StorePlace } from '../kernel/database/store.ts';
import { cloudFailures } from '../kernel/failure/failure.ts';

const readKeys = (text: string): readonly Buffer[] =>
  text.split(',').map((one) => {
    const key = Buffer.from(one.trim(), 'base64');
    if (key.length !== keyBytes) throw cloudFailures.error('endpoint-key-malformed', { bytes: keyBytes });
    return key;
  });

interface KeyPlace {
  readonly store: StorePlace;
  readonly endpointKey?: string;
}

/**
 * Returns the secret that all nodes of a cloud share: the configured keys, newest first, or the key in the data folder;
 * undefined if the first start has not created that yet. A shared database requires configured keys.
 */
export const findEndpointKeys = ({
  store,
  endpointKey,
}: KeyPlace): readonly [Buffer, ...Buffer[]] | undefined => {
  if (endpointKey !== undefined) {
    const [first, ...others] = readKeys(endpointKey);
    return [first!, ...others];
  }
  if (!('dataDir' in store)) throw cloudFailures.error('endpoint-key-missing', {});
  const found = findEncryptionKey(store.dataDir);
  return found && [found];
};

/** Like `findEndpointKeys`, but creates the key in a data folder if it is missing. */
export const readEndpointKeys = (place: KeyPlace): readonly [Buffer, ...Buffer[]] => {
  const found = findEndpointKeys(place);
  if (found !== undefined) return found;
  const { dataDir } = place.store as Extract<StorePlace, { dataDir: string }>;
  return [readEncryptionKey(dataDir, systemRandom)];
};
