import type { Finding } from '@plenum/platform';
import type { ReadEngine } from '../../kernel/database/engine.ts';
import { isMissing } from '../../kernel/database/read.ts';
import { checkEndpointKeys, findEndpointKeys } from '../../start/endpoint-keys.ts';
import type { CloudToCheck } from './cloud-to-check.ts';
import { createFindings } from './findings.ts';

const { ok, note, failed } = createFindings('endpoint key');

const unused = (hasKeys: boolean): Finding =>
  hasKeys
    ? ok('The key is valid; the store has no secrets yet.')
    : note('There is no endpoint.key in the data folder yet; the first start creates it.');

/**
 * Checks the keys that encrypt secrets and sign messages between nodes. `engine` is undefined if there is no store, or if
 * it cannot be read (`isReadable`).
 */
export const checkKeys = async (
  config: Pick<CloudToCheck, 'store' | 'endpointKey' | 'lostKeys'>,
  {
    engine,
    now,
    isReadable = true,
  }: { readonly engine: ReadEngine | undefined; readonly now: number; readonly isReadable?: boolean },
): Promise<Finding> => {
  try {
    const hasKeys = findEndpointKeys(config) !== undefined;
    if (!isReadable && hasKeys)
      return note('The key is valid; the database cannot be read, so it is unknown if it fits its secrets.');
    if (engine === undefined) return unused(hasKeys);
    const { hasSecrets } = await checkEndpointKeys(config, { db: engine.kysely, now });
    return hasSecrets ? ok('The key decrypts the secrets in the store.') : unused(hasKeys);
  } catch (error) {
    return isMissing(error) ? unused(true) : failed(error);
  }
};
