import type { Generated } from 'kysely';

/** A bridge, paired or released. */
interface BridgeTable {
  system_id: string;
  public_key: string | null;
  key_id: string | null;
  account_id: string | null;
  name: string;
  paired_at: number;
  released_at: number | null;
  version: number;
  epoch: number;
  connected_node: string | null;
  connected_at: number | null;
  last_seen: number | null;
  time_zone: string | null;
  generation: Generated<number>;
}

/** A token a bridge connected or paired with, until it expires. */
interface UsedTokenTable {
  id: string;
  expires_at: number;
}

export interface BridgeTables {
  bridge: BridgeTable;
  used_token: UsedTokenTable;
}
