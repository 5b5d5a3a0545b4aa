import type { Finding } from '@plenum/platform';
import type { ReadEngine } from '../../kernel/database/engine.ts';
import { isMissing } from '../../kernel/database/read.ts';
import { checkEndpointKeys, findEndpointKeys, type KeyUse } from '../../start/endpoint-keys.ts';
import type { CloudToCheck } from './cloud-to-check.ts';
import { createFindings } from './findings.ts';

const { ok, note, failed } = createFindings('endpoint key');

const unused = (hasKeys: boolean): Finding =>
  hasKeys
    ? ok('The key is valid; the store has no secrets yet.')
    : note('There is no endpoint.key in the data folder yet; the first start creates it.');

/** Returns which of the keys the secrets in a store need. */
const judgeUse = ({ hasKeys, hasSecrets, others, damaged }: KeyUse): Finding => {
  const needed = [...others].filter(([, count]) => count > 0);
  if (needed.length > 0) {
    const list = needed.map(([fingerprint, count]) => `${fingerprint}: ${count}`).join(', ');
    return note(
      `Some secrets in the store still need an old key (fingerprint and number: ${list}). Keep it; running nodes encrypt these secrets again with the first key at their start and every hour.`,
    );
  }
  if (damaged.length > 0)
    return note(
      `Some secrets in the store are damaged and have to be replaced: ${damaged.join(', ')}. No key decrypts them, so you need not keep an old key for them.`,
    );
  if (others.size > 0)
    return ok(
      `No secret in the store needs the old key any longer (fingerprint ${[...others.keys()].join(', ')}); you can drop it.`,
    );
  return hasSecrets ? ok('The key decrypts the secrets in the store.') : unused(hasKeys);
};

/**
 * Checks the keys that encrypt secrets and sign messages between nodes. `engine` is undefined if there is no store, or if
 * it cannot be read (`isReadable`).
 */
export async function checkKeys(
  config: Pick<CloudToCheck, 'store' | 'endpointKey' | 'lostKeys'>,
  {
    engine,
    now,
    isReadable = true,
  }: { readonly engine: ReadEngine | undefined; readonly now: number; readonly isReadable?: boolean },
): Promise<Finding> {
  try {
    const hasKeys = findEndpointKeys(config) !== undefined;
    if (!isReadable && hasKeys)
      return note('The key is valid; the database cannot be read, so it is unknown if it fits its secrets.');
    if (engine === undefined) return unused(hasKeys);
    return judgeUse(await checkEndpointKeys(config, { db: engine.kysely, now }));
  } catch (error) {
    return isMissing(error) ? unused(true) : failed(error);
  }
}
