import type { RecordOf } from '@plenum/protocol/console';

type Delivery = RecordOf<'Delivery'>;

/** The URL at which an app receives events. Flags are 0 or 1, and the secrets are encrypted. */
interface EndpointTable {
  id: string;
  client_id: string;
  url: string;
  secret: string;
  old_secret: string | null;
  old_secret_until: number | null;
  created_at: number;
  disabled_at: number | null;
  /** Kinds of messages, separated by commas; null for all. */
  event_types: string | null;
  disabled_why: NonNullable<RecordOf<'Endpoint'>['disabled']>['why'] | null;
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

/**
 * The outbox of an endpoint, with one row for each subject. A row is due immediately, later, or never (null) if it
 * failed.
 */
interface OutboxTable {
  endpoint_id: string;
  kind: Delivery['kind'];
  subject: string;
  system_id: string | null;
  changes: number;
  queued_at: number;
  due_at: number | null;
  attempts: number;
  message_id: string | null;
  trace: string | null;
  /** The names of the changed members of a datagram, such as `,Temp,Rh,`; null if they are unknown. */
  attributes: string | null;
}

/** One attempt to deliver a message. */
interface DeliveryTable {
  endpoint_id: string;
  number: number;
  at: number;
  message_id: string;
  kind: Delivery['kind'];
  components: number;
  subjects: string;
  headers: string;
  payload: string;
  attempt: number;
  verdict: Delivery['verdict'];
  status: number | null;
  problem: NonNullable<Delivery['problem']> | null;
  detail: string | null;
  latency: number;
  bytes: number;
  next_at: number | null;
  answer: string | null;
  /** Those of its outbox rows. */
  attributes: string | null;
}

/** A job that sends the changes of many attempts again. */
interface ResendJobTable {
  endpoint_id: string;
  id: string;
  account_id: string;
  state: RecordOf<'ResendJob'>['state'];
  created_at: number;
  ended_at: number | null;
  stepped_at: number;
  attempts: number;
  total: number;
  resent: number;
}

/** A part of a job that is still to be sent; `items` is JSON. */
interface ResendPartTable {
  endpoint_id: string;
  place: number;
  items: string;
}

/**
 * A temporary endpoint without a URL (decisions/050). Its endpoint is enabled while it is connected. `seen_at` is the latest
 * time at which it was connected, and the ticket opens its next connection.
 */
interface ListenerTable {
  endpoint_id: string;
  client_id: string;
  name: string;
  account_id: string | null;
  grant_id: string | null;
  key_hash: string | null;
  epoch: number;
  ticket_hash: string | null;
  ticket_until: number;
  created_at: number;
  seen_at: number;
}

export interface EventTables {
  endpoint: EndpointTable;
  listener: ListenerTable;
  outbox: OutboxTable;
  delivery: DeliveryTable;
  resend_job: ResendJobTable;
  resend_part: ResendPartTable;
}
