import type { UplinkComponent } from '@plenum/protocol/uplink';
import { insertAccount } from '../fleet/bridge/account.fixture.ts';
import { type AdmittedBridge, admitBridge } from '../fleet/bridge/connection-record.ts';
import { pairBridge } from '../fleet/bridge/pair.ts';
import { type IngestResult, ingestUpdate } from '../fleet/component/ingest.ts';
import type { FleetListeners } from '../fleet/component/listeners.ts';
import type { Store, Transaction } from '../kernel/database/store.ts';

/** A zone at a temperature in hundredths of a degree. */
export const zone = (Index: number, Temp: number): UplinkComponent => ({
  kind: 'zone',
  index: Index,
  datagram: { Index, Temp },
});

export const insertApp = async ({ db }: Store, clientId: string): Promise<string> => {
  await db
    .insertInto('app')
    .values({
      client_id: clientId,
      owner_account_id: null,
      name: clientId,
      redirect_uri: 'https://example.org/',
      confidential: 0,
      pkce_required: 0,
      secret_hash: null,
      created_at: 0,
    })
    .execute();
  return clientId;
};

/** What an account allowed an app, as the authorization server stores it: a valid refresh token. */
export const link = async (
  { db }: Store,
  of: { accountId: string; clientId: string; until?: number },
): Promise<void> => {
  await db
    .insertInto('authorization_item')
    .values({
      kind: 'RefreshToken',
      id_hash: crypto.randomUUID(),
      payload: '{}',
      grant_id: null,
      account_id: of.accountId,
      client_id: of.clientId,
      uid_hash: null,
      user_code_hash: null,
      consumed_at: null,
      answer: null,
      expires_at: of.until ?? 8_640_000_000_000_000,
    })
    .execute();
};

export const unlink = async (
  { db }: Pick<Store, 'db'>,
  { accountId, clientId }: { accountId: string; clientId: string },
): Promise<void> => {
  await db
    .deleteFrom('authorization_item')
    .where('account_id', '=', accountId)
    .where('client_id', '=', clientId)
    .execute();
};

/** A connected bridge of an account. */
export interface House {
  /** Everything it has. */
  snapshot(...components: UplinkComponent[]): Promise<IngestResult>;
  change(...components: UplinkComponent[]): Promise<IngestResult>;
  changeWithin(tx: Transaction, ...components: UplinkComponent[]): Promise<IngestResult>;
}

export const connectHouse = async (
  store: Store,
  { systemId, accountId, listeners }: { systemId: string; accountId: string; listeners: FleetListeners },
): Promise<House> => {
  const pairing = { systemId, accountId, keyId: systemId, jwk: {}, now: 0 };
  await store.transaction('full', (tx) => pairBridge(tx, pairing, listeners));
  const jti = crypto.randomUUID();
  const entry = { systemId, keyId: systemId, jti, expiresAt: 1, nodeId: 'N', now: 0 };
  const { epoch } = (await admitBridge(store.db, entry)) as AdmittedBridge;
  const sayWithin = (tx: Transaction, components: readonly UplinkComponent[], removed: [] | undefined) =>
    ingestUpdate(tx, { systemId, epoch, at: 5_000, components, removed }, listeners);
  const ingest = (components: readonly UplinkComponent[], removed: [] | undefined) =>
    store.transaction('full', (tx) => sayWithin(tx, components, removed));
  return {
    snapshot: (...components) => ingest(components, undefined),
    change: (...components) => ingest(components, []),
    changeWithin: (tx, ...components) => sayWithin(tx, components, []),
  };
};

/** An account with that name and a bridge. */
export const insertHouse = async (
  store: Store,
  about: { systemId: string; accountId: string; listeners: FleetListeners },
): Promise<House> => {
  await insertAccount(store, about.accountId);
  return connectHouse(store, about);
};
