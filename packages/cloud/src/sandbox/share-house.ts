import { isRefused, type Refused, refuseRequest } from '@plenum/protocol/console';
import type { Terms } from '../fleet/sharing/authorize-person.ts';
import type { DirectSharing } from '../fleet/sharing/direct-sharing.ts';
import { findAccountRow, toAccount } from '../identity/account/account-store.ts';
import type { Audit } from '../identity/account/audit/audit.ts';
import type { Actor } from '../identity/account/shape.ts';
import type { Db, Store } from '../kernel/database/store.ts';
import { selectHouses, selectUser } from './test-users.ts';

/** A house of a test user, and another test user. */
export interface HouseAndGuest {
  readonly systemId: string;
  readonly testUserId: string;
}

/** Sharing of houses between test users of a developer, who acts for both. */
export interface ShareHouses {
  /** Makes a test user a guest, or changes the access of a guest. */
  shareHouse(developer: Actor, of: HouseAndGuest, terms: Terms): Promise<Refused | undefined>;
  unshareHouse(developer: Actor, of: HouseAndGuest): Promise<Refused | undefined>;
}

export interface ShareHousesDeps {
  readonly store: Store;
  readonly sharing: DirectSharing;
  readonly audit: Audit;
  /** Called when a house of an account was shared. */
  readonly onShared: (accountId: string) => Promise<void>;
}

/** Reads the owner of the house and locks the guest, or refuses if one is not of the developer. */
const findBoth = async (
  db: Db,
  { accountId: developerId }: Actor,
  { systemId, testUserId }: HouseAndGuest,
): Promise<{ readonly ownerId: string } | Refused> => {
  const house = await selectHouses(db, developerId)
    .select('bridge.account_id')
    .where('sandbox_house.system_id', '=', systemId)
    .executeTakeFirst();
  if (house === undefined) return refuseRequest('no-such-test-house', { facts: { systemId } });
  const guest = await selectUser(db, developerId, testUserId).forUpdate().executeTakeFirst();
  if (guest === undefined) return refuseRequest('no-such-test-user', { facts: { testUserId } });
  return { ownerId: house.account_id! };
};

export const createShareHouses = ({ store, sharing, audit, onShared }: ShareHousesDeps): ShareHouses => ({
  shareHouse: async (developer, of, { access, until }) => {
    const { systemId, testUserId } = of;
    const { accountId, address } = developer;
    const shared = await store.transaction('full', async (tx) => {
      const found = await findBoth(tx.db, developer, of);
      if (isRefused(found)) return found;
      const { ownerId } = found;
      const guest = toAccount((await findAccountRow(tx.db, 'id', testUserId))!);
      const where = { accountId: ownerId, systemId, address };
      const refused = await sharing.shareWithin(tx, where, { guest, access, until });
      if (refused !== undefined) return refused;
      const facts = { systemId, testUserId, access, ...(until !== undefined && { until }) };
      await audit.record(tx.db, { act: 'test-house-shared', accountId, address, facts });
      return { ownerId };
    });
    if (isRefused(shared)) return shared;
    await onShared(shared.ownerId);
    return undefined;
  },
  unshareHouse: (developer, of) =>
    store.transaction('full', async (tx) => {
      const { systemId, testUserId } = of;
      const { accountId, address } = developer;
      const found = await findBoth(tx.db, developer, of);
      if (isRefused(found)) return found;
      const where = { accountId: found.ownerId, systemId, address };
      const refused = await sharing.unshareWithin(tx, where, testUserId);
      if (refused !== undefined) return refused;
      const facts = { systemId, testUserId };
      await audit.record(tx.db, { act: 'test-house-unshared', accountId, address, facts });
      return undefined;
    }),
});
