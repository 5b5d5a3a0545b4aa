import type { Db } from '../../kernel/database/store.ts';
import { admitBridges, type BridgeAdmission, type ConnectionRequest } from './connection-record.ts';

/** Admits one bridge. */
export const admitBridge = async (db: Db, request: ConnectionRequest): Promise<BridgeAdmission> =>
  (await admitBridges(db, [request]))[0]!;
