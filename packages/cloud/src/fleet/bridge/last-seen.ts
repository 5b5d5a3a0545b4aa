import { sql } from 'kysely';

/**
 * SQL expression for the time at which a bridge was last seen: when it last connected or when its node was last seen,
 * the later of the two.
 */
export const lastSeen = sql<number | null>`coalesce((SELECT max(node.seen_at) FROM node
  WHERE node.id = bridge.connected_node AND node.seen_at > bridge.last_seen), bridge.last_seen)`;
