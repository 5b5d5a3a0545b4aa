import { sql } from 'kysely';
import { isAmong, isPostgres, rowSet } from '../../kernel/database/row-set.ts';
import type { Db, Store } from '../../kernel/database/store.ts';
import { sweepRows } from '../../kernel/database/sweep-rows.ts';
import { selectVisible, type Viewer } from './access.ts';
import { lastSeen } from './last-seen.ts';
import { spendTokens } from './store.ts';

/** A bridge that requests admission. Its token was verified with the key `keyId`. */
export interface ConnectionRequest {
  readonly systemId: string;
  readonly keyId: string;
  readonly jti: string;
  /** Time from which a replay of the token would be refused as expired, ms UTC. */
  readonly expiresAt: number;
  readonly nodeId: string;
  readonly now: number;
  /** IANA time zone of the house, if the token contains one. */
  readonly timeZone?: string | undefined;
}

/** An admitted bridge, with everything that quotas and access rules need, read once on admission. */
export interface AdmittedBridge {
  readonly systemId: string;
  readonly accountId: string;
  /** Sequence number of this connection among all connections of the bridge. */
  readonly epoch: number;
  /** True if this process simulates the house of the bridge. */
  readonly isHosted?: boolean;
}

export type BridgeAdmission = AdmittedBridge | 'token-used' | 'not-paired';

/** A bridge that connects, with `keyId` null if this process simulates it. */
type ConnectingBridge = Pick<ConnectionRequest, 'systemId' | 'now' | 'timeZone'> & {
  readonly keyId: string | null;
};

const requestTypes = {
  system_id: 'TEXT',
  key_id: 'TEXT',
  last_seen: 'BIGINT',
  time_zone: 'TEXT',
} as const;

/**
 * Builds the update that begins connections of different bridges to one node: their older connections can no longer
 * store anything.
 */
const beginConnections = (db: Db, nodeId: string, bridges: readonly ConnectingBridge[]) => {
  const rows = bridges.map(({ systemId, keyId, now, timeZone }) => ({
    system_id: systemId,
    key_id: keyId,
    last_seen: now,
    time_zone: timeZone ?? null,
  }));
  return db
    .updateTable('bridge')
    .from(rowSet<(typeof rows)[number]>(db, requestTypes, rows).as('request'))
    .set((bridge) => ({
      epoch: bridge('epoch', '+', 1),
      connected_node: nodeId,
      last_seen: bridge.ref('request.last_seen'),
      time_zone: bridge.ref('request.time_zone'),
    }))
    .whereRef('bridge.system_id', '=', 'request.system_id')
    .where('account_id', 'is not', null)
    .returning(['bridge.system_id as systemId', 'account_id as accountId', 'epoch'])
    .$narrowType<{ accountId: string }>();
};

/** Admits different bridges. Returns the admissions by system id, without the refused bridges. */
const admitDifferent = async (
  db: Db,
  requests: readonly ConnectionRequest[],
): Promise<ReadonlyMap<string, AdmittedBridge>> => {
  // Ingest takes its locks in the same order.
  await db
    .selectFrom('bridge')
    .select('system_id')
    .where(
      isAmong(
        db,
        'system_id',
        requests.map(({ systemId }) => systemId),
      ),
    )
    .orderBy('system_id')
    .forNoKeyUpdate()
    .execute();
  const begun = await beginConnections(db, requests[0]!.nodeId, requests)
    .whereRef('bridge.key_id', '=', 'request.key_id')
    .execute();
  return new Map(begun.map((bridge) => [bridge.systemId, bridge]));
};

/**
 * Admits bridges to one node within a transaction. Marks their tokens as used and prevents their older connections from
 * storing anything. Two requests of one bridge begin one connection after the other. The number of statements does not
 * depend on the number of bridges.
 */
export async function admitBridges(
  db: Db,
  requests: readonly ConnectionRequest[],
): Promise<readonly BridgeAdmission[]> {
  const fresh = await spendTokens(db, requests);
  const admissions = new Map<ConnectionRequest, BridgeAdmission>();
  for (let rest = requests.filter((request) => fresh.has(request)); rest.length > 0; ) {
    const firstOfEach = new Map(rest.toReversed().map((request) => [request.systemId, request]));
    const begun = await admitDifferent(db, [...firstOfEach.values()]);
    for (const [systemId, request] of firstOfEach)
      admissions.set(request, begun.get(systemId) ?? 'not-paired');
    rest = rest.filter((request) => !admissions.has(request));
  }
  return requests.map((request) => admissions.get(request) ?? 'token-used');
}

/**
 * Admits the bridge of a hosted house, which needs no token because this process simulates it. Its row has no key, so
 * no other bridge can connect with its system id.
 */
export const admitHosted = async (
  db: Db,
  { nodeId, ...bridge }: Pick<ConnectionRequest, 'systemId' | 'nodeId' | 'now' | 'timeZone'>,
): Promise<AdmittedBridge | undefined> =>
  beginConnections(db, nodeId, [{ ...bridge, keyId: null }])
    .where('bridge.key_id', 'is', null)
    .where('bridge.system_id', 'in', ({ selectFrom }) =>
      selectFrom('sandbox_house').select('system_id').where('node_id', '=', nodeId),
    )
    .executeTakeFirst();

/** Records that a connection ended, unless the bridge has a newer one. */
export async function recordDisconnect(
  db: Db,
  { systemId, epoch, now }: Omit<AdmittedBridge, 'accountId'> & { readonly now: number },
): Promise<void> {
  await db
    .updateTable('bridge')
    .set({ connected_node: null, last_seen: now })
    .where('system_id', '=', systemId)
    .where('epoch', '=', epoch)
    .execute();
}

/** Returns the newest epoch of each bridge whose last connection was to the given node. */
export async function readEpochs(db: Db, nodeId: string): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('bridge')
    .select(['system_id', 'epoch'])
    .where('connected_node', '=', nodeId)
    .execute();
  return new Map(rows.map(({ system_id, epoch }) => [system_id, epoch]));
}

/**
 * Returns the bridges visible to an account that are recorded as connected, each with its node. Can include bridges of
 * a crashed node, because such a node records no disconnections.
 */
export async function readConnected(
  db: Db,
  viewer: Viewer,
): Promise<readonly { readonly systemId: string; readonly nodeId: string }[]> {
  const rows = await selectVisible(db, viewer)
    .select(['bridge.system_id', 'connected_node'])
    .where('connected_node', 'is not', null)
    .execute();
  return rows.map(({ system_id, connected_node }) => ({ systemId: system_id, nodeId: connected_node! }));
}

/** Time in ms without a sign of life after which a node counts as dead. */
const endedAfter = 3_600_000;

/** Records when the bridges of a dead node were last seen, and deletes the node. */
const forgetNode = (store: Store, nodeId: string): Promise<unknown> =>
  store.transaction('full', async ({ db }) => {
    await db
      .updateTable('bridge')
      .set({ last_seen: lastSeen, connected_node: null })
      .where('connected_node', '=', nodeId)
      .execute();
    await db.deleteFrom('node').where('id', '=', nodeId).execute();
  });

/**
 * Identifies the database server. The value changes at a failover or a restart, and is empty for a store in a file.
 */
const serverOf = (db: Db) =>
  isPostgres(db) ? sql<string>`pg_postmaster_start_time()::TEXT` : sql<string>`''`;

/**
 * Records that a node and the bridges connected to it are alive at `at`. Returns the server that answered. `wasFound`
 * is true if the store already had a row of the node that was not older than `last`.
 */
export async function advanceNode(
  db: Db,
  { nodeId, at, last }: { readonly nodeId: string; readonly at: number; readonly last?: number | undefined },
): Promise<{ readonly server: string; readonly wasFound: boolean }> {
  const server = serverOf(db).as('server');
  if (last !== undefined) {
    const found = await db
      .updateTable('node')
      .set({ seen_at: at })
      .where('id', '=', nodeId)
      .where('seen_at', '>=', last)
      .returning(server)
      .executeTakeFirst();
    if (found !== undefined) return { ...found, wasFound: true };
  }
  const added = await db
    .insertInto('node')
    .values({ id: nodeId, seen_at: at })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: at }))
    .returning(server)
    .executeTakeFirstOrThrow();
  return { ...added, wasFound: false };
}

/** Deletes expired tokens and dead nodes. */
export async function sweepNodes(store: Store, now: number): Promise<void> {
  await sweepRows(store, { table: 'used_token', key: ['id'], instant: 'expires_at', until: now - 1 });
  const ended = await store.db
    .selectFrom('node')
    .select('id')
    .where('seen_at', '<', now - endedAfter)
    .execute();
  for (const { id } of ended) await forgetNode(store, id);
}
