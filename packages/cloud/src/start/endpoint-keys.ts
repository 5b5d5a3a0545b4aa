import { sql } from 'kysely';
import { fingerprintEnd, fingerprintIn, fingerprintOf, keyBytes } from '../kernel/crypto/encryption.ts';
import { findEncryptionKey, readEncryptionKey } from '../kernel/crypto/encryption-key.ts';
import { systemRandom } from '../kernel/crypto/random.ts';
import type { Db, StorePlace } from '../kernel/database/store.ts';
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
  /** Fingerprints of keys that the operator has declared lost. */
  readonly lostKeys?: readonly string[];
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

/** Returns the fingerprints of the keys with which the secrets in a store are encrypted. */
const readFingerprints = async (db: Db, now: number): Promise<readonly string[]> => {
  const beginningOf = (column: string) =>
    sql<string>`substr(${sql.ref(column)}, 1, ${sql.lit(fingerprintEnd)})`.as('beginning');
  const rows = await db
    .selectFrom('endpoint')
    .select(beginningOf('secret'))
    .union(db.selectFrom('endpoint').select(beginningOf('old_secret')).where('old_secret_until', '>', now))
    .union(db.selectFrom('authenticator').select(beginningOf('secret')))
    .execute();
  return rows.flatMap(({ beginning }) => fingerprintIn(beginning) ?? []).toSorted();
};

/**
 * Checks that the keys of this node can decrypt the secrets in a store, or that the missing keys are known to be lost.
 * Throws one of `cloudFailures` if not. A damaged secret does not count, because no key can decrypt it. Returns whether
 * there are keys, and whether the store has secrets.
 */
export async function checkEndpointKeys(
  place: KeyPlace,
  { db, now }: { readonly db: Db; readonly now: number },
): Promise<{ readonly hasKeys: boolean; readonly hasSecrets: boolean }> {
  const keys = findEndpointKeys(place);
  const used = await readFingerprints(db, now);
  const known = [...(keys ?? []).map(fingerprintOf), ...(place.lostKeys ?? [])];
  const fingerprints = used.filter((one) => !known.includes(one));
  if (fingerprints.length > 0)
    throw cloudFailures.error(keys === undefined ? 'endpoint-key-lost' : 'endpoint-key-differs', {
      fingerprints,
    });
  return { hasKeys: keys !== undefined, hasSecrets: used.length > 0 };
}
