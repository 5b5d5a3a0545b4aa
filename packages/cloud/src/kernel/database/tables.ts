import type { Kysely } from 'kysely';
import type { RequestTables } from '../../api/dev/shape.ts';
import type { UsageTables } from '../../api/usage/shape.ts';
import type { EventTables } from '../../delivery/attempt/shape.ts';
import type { BridgeTables } from '../../fleet/bridge/shape.ts';
import type { ComponentTables } from '../../fleet/component/shape.ts';
import type { AccountTables } from '../../identity/account/shape.ts';
import type { AuthorizeTables } from '../../identity/oauth/shape.ts';

/** A step of the schema that was taken; `sql_hash` tells whether it is the step this release knows. */
interface SchemaStepTable {
  number: number;
  name: string;
  sql_hash: string;
  applied_at: number;
}

/** Every table of the store; each noun says its own in its `shape.ts`. */
export interface Tables
  extends AccountTables,
    AuthorizeTables,
    BridgeTables,
    ComponentTables,
    EventTables,
    RequestTables,
    UsageTables {
  schema_step: SchemaStepTable;
}

/** Queries of the store, outside or inside a transaction. */
export type Db = Kysely<Tables>;
