import { sql } from 'kysely';

/** Selects when a bridge was last seen: when its node was, if that is later than its last connection. */
export const lastSeen = sql<number | null>`coalesce((SELECT max(node.seen_at) FROM node
  WHERE node.id = bridge.connected_node AND node.seen_at > bridge.last_seen), bridge.last_seen)`;
