import type { RecordOf } from '@plenum/protocol/console';

/** Where an app wants to hear of changes. Times in ms UTC, flags 0 or 1; the secrets are sealed. */
interface EndpointTable {
  id: string;
  client_id: string;
  url: string;
  secret: string;
  old_secret: string | null;
  old_secret_until: number | null;
  created_at: number;
  disabled_at: number | null;
  disabled_why: DisabledWhy | null;
  failures: number;
  failing_since: number | null;
  rest_until: number;
  strained: number;
  lease: string | null;
  lease_until: number;
  served_at: number;
  attempts: number;
  changes: number;
  delivered: number;
  superseded: number;
}

interface OutboxTable {
  endpoint_id: string;
  kind: MessageKind;
  subject: string;
  system_id: string | null;
  changes: number;
  queued_at: number;
  due_at: number | null;
  attempts: number;
  message_id: string | null;
}

interface DeliveryTable {
  endpoint_id: string;
  number: number;
  at: number;
  message_id: string;
  kind: MessageKind;
  components: number;
  attempt: number;
  verdict: Verdict;
  status: number | null;
  problem: Problem | null;
  detail: string | null;
  latency: number;
  bytes: number;
  next_at: number | null;
  answer: string | null;
  subjects: string | null;
  headers: string | null;
  payload: string | null;
}

export interface EventTables {
  endpoint: EndpointTable;
  outbox: OutboxTable;
  delivery: DeliveryTable;
}

/** What an outbox row is about: a component, the devices of a user as a set (Sync), or nothing (a test message). */
export type MessageKind = RecordOf<'Delivery'>['kind'];

/** Why nothing is sent to an endpoint: it answered 410, it failed for days, its developer said so. */
export type DisabledWhy = NonNullable<RecordOf<'Endpoint'>['disabled']>['why'];

/** Why an endpoint gave no answer. */
export type Problem = NonNullable<RecordOf<'Delivery'>['problem']>;

/** What became of one attempt. */
export type Verdict = RecordOf<'Delivery'>['verdict'];
