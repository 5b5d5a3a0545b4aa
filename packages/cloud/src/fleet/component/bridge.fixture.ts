import { randomUUID } from 'node:crypto';
import type { UplinkComponent } from '@plenum/protocol/uplink';
import type { Db, Store } from '../../kernel/database/store.ts';
import { admitBridge } from '../bridge/admit-bridge.fixture.ts';
import type { AdmittedBridge } from '../bridge/connection-record.ts';
import { pairBridge } from '../bridge/pair.ts';
import type { ChangeListeners } from './change-listeners.ts';
import { readByBridge } from './read.ts';
import { type ComponentUpdate, storeUpdates } from './store-updates.ts';
import type { StoredComponent } from './types.ts';

/** Reads all components of an account. */
export const readComponents = async (db: Db, accountId: string): Promise<readonly StoredComponent[]> =>
  (await Array.fromAsync(readByBridge(db, { accountId, now: () => 0 }))).flat();

export const none: ChangeListeners = { componentsChanged: [], ownershipChanged: [] };
export const home = '000000001';
export const other = '000000002';

export const unit = (SysOn: number): UplinkComponent => ({
  kind: 'unit',
  index: 0,
  datagram: { SysOn, Tag1: 'é\u0000' },
});
export const zone = (Index: number, Temp = 2000): UplinkComponent => ({
  kind: 'zone',
  index: Index,
  datagram: { Index, Temp },
});

/** Pairs and connects a bridge. Returns functions that send data on its connection. */
export async function pairAndConnect(store: Store, systemId: string, accountId: string) {
  const pairing = { systemId, accountId, keyId: systemId, jwk: {}, now: 0 };
  await store.transaction('full', (tx) => pairBridge(tx, pairing, none));
  const connect = async () => {
    const entry = { systemId, keyId: systemId, jti: randomUUID(), expiresAt: 1, nodeId: 'N', now: 0 };
    return ((await admitBridge(store.db, entry)) as AdmittedBridge).epoch;
  };
  let epoch = await connect();
  const ingest = (update: Omit<ComponentUpdate, 'systemId' | 'epoch' | 'at'>, listeners = none, of = epoch) =>
    store.transaction('full', async (tx) => {
      const results = await storeUpdates(tx, [{ systemId, epoch: of, at: 5_000, ...update }], listeners);
      return results[0]!;
    });
  return {
    reconnect: async () => {
      epoch = await connect();
    },
    snapshot: (...components: UplinkComponent[]) => ingest({ components, removed: undefined }),
    change: (...components: UplinkComponent[]) => ingest({ components, removed: [] }),
    ingest,
    epoch: () => epoch,
  };
}
