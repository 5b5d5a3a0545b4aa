import type { DatabaseSync } from 'node:sqlite';
import type { Identity } from '@plenum/protocol/query';
import about from '../../package.json' with { type: 'json' };
import { createSettings } from '../store/settings.ts';

/**
 * Modules of the bridge as comma-separated "name version", with exactly one dot in the version (wire facts 2, Type 6).
 */
const firmware = `PLENUM ${about.version.split('.').slice(0, 2).join('.')}`;

/** The setting of a store with the 9-digit id of its bridge. */
export const identityKey = 'uid';

/**
 * Returns the identity of the bridge that a store belongs to. Its 9-digit id is the given one, otherwise the stored
 * one, otherwise a new one from `random` (0 <= n < 1). A new id has no leading zero because some responses contain it
 * as a number.
 */
export function openIdentity(
  db: DatabaseSync,
  { given, random }: { given: string | undefined; random: () => number },
): Identity {
  const settings = createSettings(db);
  const stored = settings.read(identityKey) as string | undefined;
  const uid = given ?? stored ?? String(100_000_000 + Math.floor(random() * 900_000_000));
  if (uid !== stored) settings.write(identityKey, uid);
  return { uid, deviceType: 'ASH', firmware };
}
