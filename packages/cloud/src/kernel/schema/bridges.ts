import type { CloudResult } from '@plenum/protocol/cloud';
import type { Right } from '@plenum/protocol/console';
import type { Generated } from 'kysely';

/** A bridge, paired or released. */
interface BridgeTable {
  system_id: string;
  public_key: string | null;
  key_id: string | null;
  account_id: string | null;
  name: string;
  paired_at: number;
  version: number;
  epoch: number;
  connected_node: string | null;
  last_seen: number | null;
  time_zone: string | null;
  generation: Generated<number>;
}

/** A process to which bridges connect. */
interface NodeTable {
  id: string;
  seen_at: number;
}

/** A person who may use, or is invited to use, a bridge of another account. */
interface BridgeMemberTable {
  id: string;
  system_id: string;
  paired_at: number;
  email: string;
  email_key: string;
  access: Right;
  until: number | null;
  token_hash: string | null;
  expires_at: number | null;
  invited_by: string | null;
  invited_at: number;
  account_id: string | null;
  accepted_at: number | null;
}

/** A token with which a bridge connected or paired, stored until it expires. */
interface UsedTokenTable {
  id: string;
  expires_at: number;
}

/** A component as its bridge last sent it. `datagram` is JSON, or null if the component was removed. */
interface ComponentTable {
  system_id: string;
  component_id: string;
  kind: string;
  idx: number;
  datagram: string | null;
  version: number;
  changed_at: number;
}

/** A control, stored so that a repetition gets the same result. */
interface ControlRequestTable {
  account_id: string;
  client_id: string;
  request_id: string;
  body_hash: string;
  answer_by: number;
  expires_at: number;
  status: number | null;
  result: CloudResult | null;
  detail: string | null;
}

export interface BridgeTables {
  bridge: BridgeTable;
  node: NodeTable;
  bridge_member: BridgeMemberTable;
  used_token: UsedTokenTable;
  component: ComponentTable;
  control_request: ControlRequestTable;
}
