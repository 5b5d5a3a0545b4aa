import type { Db } from '../../kernel/database/store.ts';
import { type Admission, admitBridges, type ConnectionRequest } from './connection-record.ts';

/** Admits one bridge. */
export const admitBridge = async (db: Db, request: ConnectionRequest): Promise<Admission> =>
  (await admitBridges(db, [request]))[0]!;
