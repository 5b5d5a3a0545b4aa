import type { DatabaseSync } from 'node:sqlite';
import type { Identity } from '@plenum/protocol/query';
import { createSettings } from '../store/settings.ts';

const key = 'uid';

/**
 * The identity of the bridge a store belongs to. Its 9-digit id is the one the house is given, else the one it had,
 * else one made now from `random` (0 <= n < 1); it has no leading zero, since some answers carry it as a number.
 */
export const openIdentity = (
  db: DatabaseSync,
  { given, random, firmware }: { given: string | undefined; random: () => number; firmware: string },
): Identity => {
  const settings = createSettings(db);
  const kept = settings.read(key) as string | undefined;
  const uid = given ?? kept ?? String(100_000_000 + Math.floor(random() * 900_000_000));
  if (uid !== kept) settings.write(key, uid);
  return { uid, deviceType: 'ASH', firmware };
};
