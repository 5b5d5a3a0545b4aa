import { createLinkedApps } from '../delivery/outbox/linked-apps.ts';
import { createOutbox } from '../delivery/outbox/outbox.ts';
import { releaseBridges } from '../fleet/bridge/pair.ts';
import { createAudit } from '../identity/account/audit/audit.ts';
import { openStoreToRead } from '../kernel/database/read.ts';
import { openStore, type StorePlace } from '../kernel/database/store.ts';

/** The account from which a bridge was released. */
interface ReleasedFrom {
  readonly accountId: string;
  readonly email: string;
}

/**
 * Releases a bridge for the operator of a cloud, regardless of the account that it belongs to, and records the release
 * in the audit log. Any account can then pair the bridge. Returns `undefined` if no account has it. Nodes that share
 * the database close its connection within a minute. A data folder must not be in use. Throws an error of
 * `cloudFailures` if there is no store or it cannot be opened.
 */
export async function releaseBridge(
  place: StorePlace,
  systemId: string,
  now: () => number = Date.now,
): Promise<ReleasedFrom | undefined> {
  // Opening the store for writing would create one if there is none.
  await (await openStoreToRead(place))[Symbol.asyncDispose]();
  await using store = await openStore(place);
  const outbox = createOutbox({ linkedApps: createLinkedApps(now), now, wake: () => {} });
  return await store.transaction('full', async (tx) => {
    const owner = await tx.db
      .selectFrom('bridge')
      .innerJoin('account', 'account.id', 'bridge.account_id')
      .select(['account.id as accountId', 'account.email'])
      .where('system_id', '=', systemId)
      .executeTakeFirst();
    if (owner === undefined) return undefined;
    const { accountId } = owner;
    await releaseBridges(
      tx,
      { accountId, systemId },
      { ownershipChanged: [(each, change) => outbox.enqueueSync(each, change.accountId)] },
    );
    const facts = { systemId, by: 'operator' };
    await createAudit(now).record(tx.db, { act: 'bridge-released', accountId, address: 'operator', facts });
    return owner;
  });
}
