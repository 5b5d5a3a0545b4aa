import { type RecordOf, type Right, rights } from '@plenum/protocol/console';
import { selectAccess } from '../fleet/bridge/access.ts';
import type { Uplinks } from '../fleet/uplink/uplinks.ts';
import type { Grants } from '../identity/oauth/token/grants.ts';
import type { Db, Store } from '../kernel/database/store.ts';
import { suspendAfter } from './house-store.ts';

type TestUser = RecordOf<'TestUser'>;

export const selectUser = (db: Db, developerId: string, testUserId: string) =>
  db
    .selectFrom('test_user')
    .select('account_id')
    .where('account_id', '=', testUserId)
    .where('developer_account_id', '=', developerId);

/** Selects the houses of the test users of a developer. */
export const selectHouses = (db: Db, developerId: string) =>
  db
    .selectFrom('sandbox_house')
    .innerJoin('bridge', 'bridge.system_id', 'sandbox_house.system_id')
    .innerJoin('test_user', 'test_user.account_id', 'bridge.account_id')
    .where('test_user.developer_account_id', '=', developerId);

const readShared = async (db: Db, userIds: readonly string[], now: number) => {
  const rows = await db
    .selectFrom(selectAccess(db, userIds, now).as('visible'))
    .innerJoin('bridge', 'bridge.system_id', 'visible.system_id')
    .select(['visible.account_id', 'visible.access', 'visible.until'])
    .select(['bridge.system_id', 'bridge.name', 'bridge.account_id as owner'])
    .where('visible.access', 'in', rights)
    .orderBy('bridge.system_id')
    .execute();
  return Map.groupBy(rows, ({ account_id }) => account_id);
};

export interface ListUsersDeps {
  readonly store: Store;
  readonly uplinks: Pick<Uplinks, 'readPresence'>;
  readonly grants: Pick<Grants, 'listApps'>;
  /** The clock by which the access of guests ends. */
  readonly now: () => number;
}

/** Creates the function that lists the test users of a developer. */
export const createListUsers =
  ({ store: { db }, uplinks, grants, now }: ListUsersDeps) =>
  async (developerId: string): Promise<readonly TestUser[]> => {
    const users = await db
      .selectFrom('test_user')
      .selectAll()
      .where('developer_account_id', '=', developerId)
      .orderBy('created_at')
      .execute();
    if (users.length === 0) return [];
    const rows = await selectHouses(db, developerId)
      .select(['bridge.account_id', 'bridge.name', 'bridge.system_id'])
      .select(['sandbox_house.scale', 'sandbox_house.created_at', 'sandbox_house.used_at'])
      .orderBy('sandbox_house.created_at')
      .execute();
    const housesOf = Map.groupBy(rows, ({ account_id }) => account_id);
    const userIds = users.map(({ account_id }) => account_id);
    const sharedWith = await readShared(db, userIds, now());
    const apps = await grants.listApps(...userIds);
    return Promise.all(
      users.map(async ({ account_id, name, created_at }): Promise<TestUser> => {
        const own = housesOf.get(account_id) ?? [];
        const isPresent = own.length === 0 ? () => false : await uplinks.readPresence(account_id);
        return {
          testUserId: account_id,
          name,
          createdAt: created_at,
          houses: own.map((each) => ({
            systemId: each.system_id,
            name: each.name,
            scale: each.scale,
            createdAt: each.created_at,
            suspendsAt: each.used_at + suspendAfter,
            isPresent: isPresent(each.system_id) === true,
          })),
          shared: (sharedWith.get(account_id) ?? []).map((each) => ({
            systemId: each.system_id,
            name: each.name,
            owner: each.owner!,
            access: each.access as Right,
            ...(each.until !== null && { until: each.until }),
          })),
          apps: apps
            .filter(({ accountId }) => accountId === account_id)
            .map(({ clientId, name: app }) => ({ clientId, name: app })),
        };
      }),
    );
  };
