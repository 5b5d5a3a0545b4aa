import { sql } from 'kysely';
import { damagedBeginning, fingerprintIn, fingerprintOf, keyBytes } from '../kernel/crypto/encryption.ts';
import { findEncryptionKey, readEncryptionKey } from '../kernel/crypto/encryption-key.ts';
import { systemRandom } from '../kernel/crypto/random.ts';
import { beginningOf } from '../kernel/database/secret-reader.ts';
import type { Db, StorePlace } from '../kernel/database/store.ts';
import { cloudFailures } from '../kernel/failure/failure.ts';
import { fromValid, nameOf, storedSecrets } from './stored-secrets.ts';

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
export function findEndpointKeys({
  store,
  endpointKey,
}: KeyPlace): readonly [Buffer, ...Buffer[]] | undefined {
  if (endpointKey !== undefined) {
    const [first, ...others] = readKeys(endpointKey);
    return [first!, ...others];
  }
  if (!('dataDir' in store)) throw cloudFailures.error('endpoint-key-missing', {});
  const found = findEncryptionKey(store.dataDir);
  return found && [found];
}

/** Like `findEndpointKeys`, but creates the key in a data folder if it is missing. */
export function readEndpointKeys(place: KeyPlace): readonly [Buffer, ...Buffer[]] {
  const found = findEndpointKeys(place);
  if (found !== undefined) return found;
  const { dataDir } = place.store as Extract<StorePlace, { dataDir: string }>;
  return [readEncryptionKey(dataDir, systemRandom)];
}

/** Returns the number of valid secrets in a store by the fingerprint of the key with which they are encrypted. */
const countSecrets = async (db: Db, now: number): Promise<ReadonlyMap<string, number>> => {
  const counts = new Map<string, number>();
  for (const stored of storedSecrets) {
    const { rows } = await sql<{ beginning: string; count: number }>`
      SELECT ${beginningOf(stored.column)} AS beginning, count(*) AS count
      ${fromValid(stored, now)} GROUP BY beginning`.execute(db);
    for (const { beginning, count } of rows) {
      const fingerprint = fingerprintIn(beginning);
      if (fingerprint !== undefined) counts.set(fingerprint, (counts.get(fingerprint) ?? 0) + count);
    }
  }
  return counts;
};

/** Maximum number of names of damaged secrets. */
const maxDamaged = 20;

/** Returns the names of damaged secrets that a replacement of keys has set aside. */
const findDamaged = async (db: Db, now: number): Promise<readonly string[]> => {
  const found: string[] = [];
  for (const stored of storedSecrets) {
    const { rows } = await sql<{ id: string | number }>`SELECT ${sql.ref(stored.id)} AS id
      ${fromValid(stored, now)} AND ${sql.ref(stored.column)} LIKE ${`${damagedBeginning}%`}
      ORDER BY id LIMIT ${sql.lit(maxDamaged)}`.execute(db);
    found.push(...rows.map(({ id }) => nameOf(stored, id)));
  }
  return found.slice(0, maxDamaged);
};

/** The keys of a node, and what the secrets of a store need of them. */
export interface KeyUse {
  readonly hasKeys: boolean;
  readonly hasSecrets: boolean;
  /** Number of secrets that are encrypted with each of the other keys, by its fingerprint. */
  readonly others: ReadonlyMap<string, number>;
  /** Names of up to 20 damaged secrets that a replacement of keys has set aside. */
  readonly damaged: readonly string[];
}

/**
 * Checks that the keys of this node can decrypt the secrets in a store, or that the missing keys are known to be lost.
 * Throws one of `cloudFailures` if not. A damaged secret does not count, because no key can decrypt it.
 */
export async function checkEndpointKeys(
  place: KeyPlace,
  { db, now }: { readonly db: Db; readonly now: number },
): Promise<KeyUse> {
  const keys = findEndpointKeys(place);
  const counts = await countSecrets(db, now);
  const own = (keys ?? []).map(fingerprintOf);
  const fingerprints = [...counts.keys()]
    .filter((one) => !own.includes(one) && !place.lostKeys?.includes(one))
    .toSorted();
  if (fingerprints.length > 0)
    throw cloudFailures.error(keys === undefined ? 'endpoint-key-lost' : 'endpoint-key-differs', {
      fingerprints,
    });
  const [, ...others] = own;
  return {
    hasKeys: keys !== undefined,
    hasSecrets: counts.size > 0,
    others: new Map(others.map((one) => [one, counts.get(one) ?? 0])),
    damaged: await findDamaged(db, now),
  };
}
