import type { Finding } from '@plenum/platform';
import { sql } from 'kysely';
import { fingerprintOf } from '../../kernel/crypto/encryption.ts';
import type { ReadEngine } from '../../kernel/database/engine.ts';
import { isMissing } from '../../kernel/database/read.ts';
import type { Db } from '../../kernel/schema/tables.ts';
import { findEndpointKeys } from '../../start/endpoint-keys.ts';
import type { CloudToCheck } from './cloud-to-check.ts';
import { createFindings } from './findings.ts';

const { ok, note, problem, failed } = createFindings('endpoint key');

/** Returns the fingerprints of the keys with which the secrets in a store are encrypted. */
const readFingerprints = async (db: Db): Promise<readonly string[]> => {
  const fingerprint = sql<string>`substr(secret, 4, 8)`.as('fingerprint');
  const rows = await db
    .selectFrom('endpoint')
    .select(fingerprint)
    .union(db.selectFrom('authenticator').select(fingerprint))
    .execute();
  return rows.map((row) => row.fingerprint);
};

/** Checks the keys that encrypt secrets and sign messages between nodes; `engine` is undefined if there is no store. */
export const checkKeys = async (
  config: Pick<CloudToCheck, 'store' | 'endpointKey'>,
  engine: ReadEngine | undefined,
): Promise<Finding> => {
  try {
    const keys = findEndpointKeys(config);
    const used = engine === undefined ? [] : await readFingerprints(engine.kysely);
    if (keys === undefined)
      return used.length === 0
        ? note('There is no endpoint.key in the data folder yet; the first start creates it.')
        : problem(
            'There is no endpoint.key in the data folder, and the secrets in the store need it; restore it from a backup.',
          );
    const missing = used.filter((one) => !keys.map(fingerprintOf).includes(one));
    if (missing.length > 0)
      return problem(
        `Secrets in the store are encrypted with another key (fingerprint ${missing.join(', ')}); give that key too, after the new one and a comma (--endpoint-key).`,
      );
    return used.length === 0
      ? ok('The key is valid; the store has no secrets yet.')
      : ok('The key decrypts the secrets in the store.');
  } catch (error) {
    if (isMissing(error)) return ok('The key is valid; the store has no secrets yet.');
    return failed(error);
  }
};
