import type { RecordOf } from '@plenum/protocol/console';

/** How many requests of an app were answered with a status on one day (UTC). */
interface UsageTable {
  client_id: string;
  day: number;
  operation: RecordOf<'Usage'>['operation'];
  status: number;
  requests: number;
}

export interface UsageTables {
  usage: UsageTable;
}
