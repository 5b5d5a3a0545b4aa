import { realChance } from './delivery/chance.ts';
import { createSeal, keyBytes, type Seal } from './delivery/seal.ts';
import { readSealKey } from './delivery/seal-key.ts';
import type { StorePlace } from './kernel/database/store.ts';
import { CloudFailure } from './kernel/failure/failure.ts';

const readKeys = (text: string): readonly Buffer[] =>
  text.split(',').map((one) => {
    const key = Buffer.from(one.trim(), 'base64');
    if (key.length !== keyBytes) throw new CloudFailure('endpoint-key-malformed', { bytes: keyBytes });
    return key;
  });

/** What seals the secrets of endpoints: the keys given, or that of the data folder. Nodes of one database must be given one. */
export const openEndpointSeal = ({
  store,
  endpointKey,
}: {
  readonly store: StorePlace;
  readonly endpointKey?: string;
}): Seal => {
  if (endpointKey !== undefined) {
    const [first, ...others] = readKeys(endpointKey);
    return createSeal([first!, ...others], realChance);
  }
  if (!('dataDir' in store)) throw new CloudFailure('endpoint-key-missing', {});
  return createSeal([readSealKey(store.dataDir, realChance)], realChance);
};
