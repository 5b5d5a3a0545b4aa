import type { RecordOf } from '@plenum/protocol/console';

interface UsageTable {
  client_id: string;
  day: number;
  operation: Operation;
  status: number;
  requests: number;
}

export interface UsageTables {
  usage: UsageTable;
}

/** What an app asked for: a request of interface 4.3, a stream of changes, or something that was none of them. */
export type Operation = RecordOf<'Usage'>['operation'];
