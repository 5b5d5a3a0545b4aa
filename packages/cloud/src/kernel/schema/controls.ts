import type { CloudResult } from '@plenum/protocol/cloud';

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

export interface ControlTables {
  control_request: ControlRequestTable;
}
