import { createEncryption, type Encryption, keyBytes } from './kernel/crypto/encryption.ts';
import { readEncryptionKey } from './kernel/crypto/encryption-key.ts';
import { systemRandom } from './kernel/crypto/random.ts';
import type { StorePlace } from './kernel/database/store.ts';
import { CloudFailure } from './kernel/failure/failure.ts';

const readKeys = (text: string): readonly Buffer[] =>
  text.split(',').map((one) => {
    const key = Buffer.from(one.trim(), 'base64');
    if (key.length !== keyBytes) throw new CloudFailure('endpoint-key-malformed', { bytes: keyBytes });
    return key;
  });

/** What seals the secrets of endpoints: the keys given, or that of the data folder. Nodes of one database must be given one. */
export const openEndpointEncryption = ({
  store,
  endpointKey,
}: {
  readonly store: StorePlace;
  readonly endpointKey?: string;
}): Encryption => {
  if (endpointKey !== undefined) {
    const [first, ...others] = readKeys(endpointKey);
    return createEncryption([first!, ...others], systemRandom);
  }
  if (!('dataDir' in store)) throw new CloudFailure('endpoint-key-missing', {});
  return createEncryption([readEncryptionKey(store.dataDir, systemRandom)], systemRandom);
};
