import type { Generated } from 'kysely';

/** A bridge as the store has it; times in ms UTC. */
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

interface UsedTokenTable {
  id: string;
  expires_at: number;
}

export interface BridgeTables {
  bridge: BridgeTable;
  used_token: UsedTokenTable;
}

/** A bridge as its owner sees it; times in ms UTC. */
export interface Bridge {
  readonly systemId: string;
  readonly accountId: string;
  readonly name: string;
  readonly pairedAt: number;
  /** When it was last heard of, to the minute; `undefined` where it never was. */
  readonly lastSeen: number | undefined;
}
