import { createVapidKeys, type VapidKeys } from '@plenum/outbound/push';
import { type Encryption, fingerprintIn } from '../kernel/crypto/encryption.ts';
import { beginningOf, type SecretReader } from '../kernel/database/secret-reader.ts';
import type { Db, Store } from '../kernel/database/store.ts';
import type { Log } from '../kernel/log/log.ts';

export const pushKeyContext = 'push-key';

/** The key that identifies this cloud to push services. It is created when it is first needed. */
export interface PushKey {
  /** Returns the part with which browsers subscribe, which a node can read without the key of the store's secrets. */
  readPublic(): Promise<string>;
  /** Returns both parts, or undefined if this node cannot decrypt the private one. */
  read(): Promise<VapidKeys | undefined>;
}

const find = (db: Db) => db.selectFrom('push_key').selectAll().where('id', '=', 1).executeTakeFirst();

export function createPushKey({
  store,
  encryption,
  secrets,
}: {
  readonly store: Store;
  readonly encryption: Encryption;
  readonly secrets: SecretReader;
}): PushKey {
  let known: VapidKeys | undefined;
  /** The first key stored by any node wins. */
  const findOrCreate = async () => {
    const found = await find(store.db);
    if (found !== undefined) return found;
    const { publicKey, privateKey } = createVapidKeys();
    await store.db
      .insertInto('push_key')
      .values({
        id: 1,
        public_key: publicKey,
        private_key: encryption.encrypt(privateKey, pushKeyContext),
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
    return (await find(store.db))!;
  };
  return {
    readPublic: async () => known?.publicKey ?? (await findOrCreate()).public_key,
    read: async () => {
      if (known !== undefined) return known;
      const { public_key: publicKey, private_key: encrypted } = await findOrCreate();
      const privateKey = secrets.decrypt(encrypted, pushKeyContext);
      known = privateKey === undefined ? undefined : { publicKey, privateKey };
      return known;
    },
  };
}

interface ForgetLostDeps {
  readonly store: Store;
  readonly encryption: Encryption;
  readonly log: Log;
  /** Fingerprints of keys that the operator has declared lost. */
  readonly lostKeys: readonly string[];
}

/**
 * Ends subscriptions that no node can use, because they or the key of this cloud are encrypted with a lost key. Without
 * that key of this cloud, the next subscription creates a new one. Pages then show that notifications are off.
 */
export async function forgetLostSubscriptions(deps: ForgetLostDeps): Promise<void> {
  const { store, encryption, log, lostKeys } = deps;
  if (lostKeys.length === 0) return;
  const isLost = (ciphertext: string) =>
    !encryption.hasKeyOf(ciphertext) && lostKeys.includes(fingerprintIn(ciphertext) ?? '');
  const subscriptions = await store.transaction('full', async ({ db }) => {
    const key = await find(db);
    const isKeyLost = key !== undefined && isLost(key.private_key);
    if (isKeyLost) await db.deleteFrom('push_key').execute();
    const beginnings = await db
      .selectFrom('push_subscription')
      .select(beginningOf('target').as('beginning'))
      .distinct()
      .execute();
    const lost = beginnings.map(({ beginning }) => beginning).filter((one) => isKeyLost || isLost(one));
    if (lost.length === 0) return 0;
    const { numDeletedRows } = await db
      .deleteFrom('push_subscription')
      .where(beginningOf('target'), 'in', lost)
      .executeTakeFirst();
    return Number(numDeletedRows);
  });
  if (subscriptions > 0)
    log.warn(
      { subscriptions },
      'subscriptions to push notifications have ended, because their endpoint key is lost; owners can switch them on again',
    );
}
