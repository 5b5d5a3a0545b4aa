import { sql } from 'kysely';

/**
 * SQL expression for when a bridge was last seen: the later of when its node was seen and when the bridge last
 * connected.
 */
export const lastSeen = sql<number | null>`coalesce((SELECT max(node.seen_at) FROM node
  WHERE node.id = bridge.connected_node AND node.seen_at > bridge.last_seen), bridge.last_seen)`;
