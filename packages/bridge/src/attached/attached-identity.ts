import type { DatabaseSync } from 'node:sqlite';
import type { Identity } from '@plenum/protocol/query';
import { bridgeFailures } from '../bridge-failures.ts';
import { openIdentity } from '../house/identity.ts';
import { createSettings } from '../store/settings.ts';

/**
 * The bridge whose id is used by a bridge in front of a real one: `own` for its own id, `device` for the id of the real
 * bridge. If both have the same id, both answer discovery, and a client may reach either of them.
 */
export type WhoseId = 'own' | 'device';

const key = 'attachedId';

/**
 * Returns the identity of a bridge in front of a real one. An identity passed as an argument is stored and used from
 * then on.
 */
export function openAttachedIdentity(
  db: DatabaseSync,
  { given, device, random }: { given: WhoseId | undefined; device: Identity; random: () => number },
): Identity {
  const settings = createSettings(db);
  const stored = settings.read(key) as WhoseId | undefined;
  const whose = given ?? stored ?? 'own';
  if (whose === 'device' && device.uid === '') throw bridgeFailures.error('device-without-id', {});
  if (whose !== stored) settings.write(key, whose);
  return whose === 'device' ? device : { ...device, uid: openIdentity(db, { given: undefined, random }).uid };
}
