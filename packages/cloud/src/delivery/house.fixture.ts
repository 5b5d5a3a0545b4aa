import type { UplinkComponent } from '@plenum/protocol/uplink';
import { insertAccount } from '../fleet/bridge/account.fixture.ts';
import { admitBridge } from '../fleet/bridge/admit-bridge.fixture.ts';
import type { AdmittedBridge } from '../fleet/bridge/connection-record.ts';
import { pairBridge } from '../fleet/bridge/pair.ts';
import type { ChangeListeners } from '../fleet/component/change-listeners.ts';
import { type IngestResult, storeUpdates } from '../fleet/component/store-updates.ts';
import { insertItem } from '../identity/oauth/oauth-rows.fixture.ts';
import type { Store, Transaction } from '../kernel/database/store.ts';

export { insertApp } from '../identity/oauth/oauth-rows.fixture.ts';

/** Creates a zone with a temperature in hundredths of a degree. */
export const zone = (Index: number, Temp: number): UplinkComponent => ({
  kind: 'zone',
  index: Index,
  datagram: { Index, Temp },
});

/** Links an app to an account by storing a valid refresh token, as the authorization server would. */
export async function link(
  { db }: Store,
  of: { accountId: string; clientId: string; until?: number },
): Promise<void> {
  await insertItem(db, {
    kind: 'RefreshToken',
    idHash: crypto.randomUUID(),
    accountId: of.accountId,
    clientId: of.clientId,
    expiresAt: of.until ?? 8_640_000_000_000_000,
  });
}

/** Does some work while an app is linked to no account. */
export async function whileUnlinked<Value>(
  { db }: Store,
  clientId: string,
  work: () => Promise<Value>,
): Promise<Value> {
  const links = await db
    .deleteFrom('authorization_item')
    .where('client_id', '=', clientId)
    .returningAll()
    .execute();
  try {
    return await work();
  } finally {
    if (links.length > 0) await db.insertInto('authorization_item').values(links).execute();
  }
}

export async function unlink(
  { db }: Pick<Store, 'db'>,
  { accountId, clientId }: { accountId: string; clientId: string },
): Promise<void> {
  await db
    .deleteFrom('authorization_item')
    .where('account_id', '=', accountId)
    .where('client_id', '=', clientId)
    .execute();
}

/** A connected bridge of an account. */
export interface FixtureHouse {
  /** Sends all components of the bridge. */
  snapshot(...components: UplinkComponent[]): Promise<IngestResult>;
  change(...components: UplinkComponent[]): Promise<IngestResult>;
  changeWithin(tx: Transaction, ...components: UplinkComponent[]): Promise<IngestResult>;
}

export async function connectHouse(
  store: Store,
  { systemId, accountId, listeners }: { systemId: string; accountId: string; listeners: ChangeListeners },
): Promise<FixtureHouse> {
  const pairing = { systemId, accountId, keyId: systemId, jwk: {}, now: 0 };
  await store.transaction('full', (tx) => pairBridge(tx, pairing, listeners));
  const jti = crypto.randomUUID();
  const entry = { systemId, keyId: systemId, jti, expiresAt: 1, nodeId: 'N', now: 0 };
  const { epoch } = (await admitBridge(store.db, entry)) as AdmittedBridge;
  const sayWithin = async (
    tx: Transaction,
    components: readonly UplinkComponent[],
    removed: [] | undefined,
  ): Promise<IngestResult> => {
    const update = { systemId, epoch, at: 5_000, components, removed };
    return (await storeUpdates(tx, [update], listeners))[0]!;
  };
  const ingest = (components: readonly UplinkComponent[], removed: [] | undefined) =>
    store.transaction('full', (tx) => sayWithin(tx, components, removed));
  return {
    snapshot: (...components) => ingest(components, undefined),
    change: (...components) => ingest(components, []),
    changeWithin: (tx, ...components) => sayWithin(tx, components, []),
  };
}

/** Inserts an account with that name and a bridge. */
export async function insertHouse(
  store: Store,
  about: { systemId: string; accountId: string; listeners: ChangeListeners },
): Promise<FixtureHouse> {
  await insertAccount(store, about.accountId);
  return connectHouse(store, about);
}
