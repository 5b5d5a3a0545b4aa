import type { RecordOf } from '@plenum/protocol/console';
import type { Generated } from 'kysely';

/**
 * An app of a developer, or its test keys: then `live_client_id` is the app. `redirect_uris` are separated by spaces.
 */
interface AppTable {
  client_id: string;
  owner_account_id: string | null;
  name: string;
  redirect_uris: string;
  confidential: number;
  pkce_required: number;
  secret_hash: string | null;
  created_at: number;
  live_client_id: Generated<string | null>;
}

/** A grant, code, token or session of the authorization server. `payload` is JSON, and `answer` is encrypted. */
interface AuthorizationItemTable {
  kind: string;
  id_hash: string;
  payload: string;
  grant_id: string | null;
  account_id: string | null;
  client_id: string | null;
  uid_hash: string | null;
  user_code_hash: string | null;
  consumed_at: number | null;
  answer: string | null;
  expires_at: number;
}

/** Number of an app's requests that got a response with a given status on one day (UTC). */
interface UsageTable {
  client_id: string;
  day: number;
  operation: RecordOf<'Usage'>['operation'];
  status: number;
  requests: number;
}

export interface AuthorizationTables {
  app: AppTable;
  usage: UsageTable;
  authorization_item: AuthorizationItemTable;
}
