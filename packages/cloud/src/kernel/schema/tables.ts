import type { Kysely } from 'kysely';
import type { AccountTables } from './accounts.ts';
import type { AuthorizationTables } from './authorization.ts';
import type { BridgeTables } from './bridges.ts';
import type { EventTables } from './events.ts';
import type { PushNotificationTables } from './push-notifications.ts';
import type { SandboxTables } from './sandbox.ts';

/** An applied migration. `sql_hash` identifies its statements at that time. */
interface SchemaStepTable {
  number: number;
  name: string;
  sql_hash: string;
}

/** The oldest release that can use the store, in a single row. */
interface SchemaReleaseTable {
  oldest: string;
}

/** Every table of the store. Times are milliseconds since 1970 UTC. */
export interface Tables
  extends AccountTables,
    AuthorizationTables,
    BridgeTables,
    EventTables,
    PushNotificationTables,
    SandboxTables {
  schema_step: SchemaStepTable;
  schema_release: SchemaReleaseTable;
}

/** Queries of the store, outside or inside a transaction. */
export type Db = Kysely<Tables>;
