import type { AnswerOf, ChosenType, RecordOf, Refused } from '@plenum/protocol/console';
import type { DeliveryFilter } from '../log/delivery-filter.ts';
import type { DeliveriesQuery, Delivery, WholeDelivery } from '../log/delivery-log.ts';
import type { TestedComponent } from '../outbox/outbox.ts';

/** An endpoint as its developer sees it. */
export type WebhookEndpoint = RecordOf<'Endpoint'>;

/** Identifies an endpoint and its app. An endpoint can only be reached through its own app. */
export interface EndpointRef {
  readonly clientId: string;
  readonly endpointId: string;
}

export type { Refused };
export type Done = { readonly done: true };

/** The endpoints of an app and their settings. */
export interface EndpointRegistry {
  /** Registers an endpoint. No other response contains its secret. */
  create(draft: { clientId: string; url: string }): Promise<Refused | AnswerOf<'makeEndpoint'>>;
  /** Lists the endpoints of an app, oldest first. */
  list(clientId: string): Promise<readonly WebhookEndpoint[]>;
  find(ref: EndpointRef): Promise<WebhookEndpoint | undefined>;
  /** Deletes an endpoint with its pending messages and its log. */
  remove(ref: EndpointRef): Promise<Refused | Done>;
  /**
   * Creates a new secret, which no other response contains. For 24 hours, messages are signed with both the old and the
   * new secret.
   */
  rotateSecret(ref: EndpointRef): Promise<Refused | AnswerOf<'replaceEndpointSecret'>>;
  /** Stops all messages to the endpoint. While it is disabled, changes are not queued. */
  disable(ref: EndpointRef): Promise<Refused | Done>;
  /**
   * Limits the endpoint to these kinds of messages. Drops pending messages of other kinds, and queues everything of
   * newly chosen kinds.
   */
  chooseEventTypes(ref: EndpointRef, types: readonly ChosenType[]): Promise<Refused | Done>;
  /** Resumes sending. First sends a Sync about every user, and all components of every user. */
  enable(ref: EndpointRef): Promise<Refused | Done>;
}

/** The messages to an endpoint: sent ones, failed ones, and those requested by a developer. */
export interface EndpointMessages {
  /** Sends a test Event with one component or with none. */
  sendTest(ref: EndpointRef, component?: TestedComponent): Promise<Refused | Done>;
  /**
   * Lists the matching attempts in the log, latest first: at most `most` (default 50), all older than attempt `before`.
   */
  listDeliveries(
    ref: EndpointRef,
    page?: Omit<DeliveriesQuery, 'endpointId'>,
  ): Promise<Refused | { deliveries: readonly Delivery[] }>;
  /** Returns one attempt with the content sent. */
  findDelivery(ref: EndpointRef, number: number): Promise<Refused | { delivery: WholeDelivery }>;
  /** Immediately resends the content of an attempt. */
  resend(ref: EndpointRef, number: number): Promise<Refused | AnswerOf<'resend'>>;
  /** Resends the content of the latest 100 matching attempts, each subject once. */
  resendAll(ref: EndpointRef, filter: DeliveryFilter): Promise<Refused | AnswerOf<'resendAll'>>;
  /** Lists at most 100 failed messages, latest first. */
  listDead(ref: EndpointRef): Promise<Refused | AnswerOf<'dead'>>;
  /** Sends failed messages again with the current state, either all or those of one subject. Returns their number. */
  replay(ref: EndpointRef, subject?: string): Promise<Refused | AnswerOf<'replay'>>;
}

/** A job that sends the changes of all matching attempts again, as its developer sees it. */
export type ResendJob = RecordOf<'ResendJob'>;

export interface ResendJobs {
  /**
   * Starts a job for the attempts that match now. Only one job runs for an endpoint, and `limits.resendJobs` for an account.
   */
  startResend(
    ref: EndpointRef,
    of: { readonly accountId: string; readonly filter: DeliveryFilter },
  ): Promise<Refused | ResendJob>;
  /** Returns the latest job of an endpoint. */
  findResend(ref: EndpointRef): Promise<Refused | { readonly job?: ResendJob }>;
  /** Cancels the running job of an endpoint. What was sent so far is not taken back. */
  cancelResend(ref: EndpointRef): Promise<Refused | ResendJob>;
}

/** Actions of a developer on the endpoints of an app. The HTTP routes check who owns the app. */
export interface Endpoints extends EndpointRegistry, EndpointMessages, ResendJobs {}
