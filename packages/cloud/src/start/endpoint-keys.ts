import { keyBytes } from '../kernel/crypto/encryption.ts';
import { readEncryptionKey } from '../kernel/crypto/encryption-key.ts';
import { systemRandom } from '../kernel/crypto/random.ts';
import type { StorePlace } from '../kernel/database/store.ts';
import { cloudFailures } from '../kernel/failure/failure.ts';

const readKeys = (text: string): readonly Buffer[] =>
  text.split(',').map((one) => {
    const key = Buffer.from(one.trim(), 'base64');
    if (key.length !== keyBytes) throw cloudFailures.error('endpoint-key-malformed', { bytes: keyBytes });
    return key;
  });

/**
 * Reads the secret that all nodes of a cloud share: the configured keys, newest first, or the key in the data folder. A
 * shared database requires configured keys.
 */
export const readEndpointKeys = ({
  store,
  endpointKey,
}: {
  readonly store: StorePlace;
  readonly endpointKey?: string;
}): readonly [Buffer, ...Buffer[]] => {
  if (endpointKey !== undefined) {
    const [first, ...others] = readKeys(endpointKey);
    return [first!, ...others];
  }
  if (!('dataDir' in store)) throw cloudFailures.error('endpoint-key-missing', {});
  return [readEncryptionKey(store.dataDir, systemRandom)];
};
