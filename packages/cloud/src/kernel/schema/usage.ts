import type { RecordOf } from '@plenum/protocol/console';

/** Number of an app's requests that got a response with a given status on one day (UTC). */
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
