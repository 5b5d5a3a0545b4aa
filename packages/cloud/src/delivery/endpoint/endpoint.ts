import type { AnswerOf, ChosenType, RecordOf, Refused } from '@plenum/protocol/console';
import type { DeliveryFilter } from '../log/delivery-filter.ts';
import type { DeliveriesQuery, Delivery, WholeDelivery } from '../log/delivery-log.ts';
import type { TestedComponent } from '../outbox/outbox.ts';

/** An endpoint as its developer sees it. */
export type Endpoint = RecordOf<'Endpoint'>;

/** Which endpoint of which app; an endpoint is reached through its own app only. */
export interface EndpointRef {
  readonly clientId: string;
  readonly endpointId: string;
}

export type { Refused };
export type Done = { readonly done: true };

/** The endpoints of an app and their settings. */
export interface EndpointRegistry {
  /** Registers an endpoint. Only this answer contains the secret. */
  create(draft: { clientId: string; url: string }): Promise<Refused | AnswerOf<'makeEndpoint'>>;
  /** The endpoints of an app, oldest first. */
  list(clientId: string): Promise<readonly Endpoint[]>;
  find(ref: EndpointRef): Promise<Endpoint | undefined>;
  /** Deletes an endpoint, what waits for it and its log. */
  remove(ref: EndpointRef): Promise<Refused | Done>;
  /** Makes a new secret, which only this answer contains; messages carry signatures of both for 24 hours. */
  rotateSecret(ref: EndpointRef): Promise<Refused | AnswerOf<'replaceEndpointSecret'>>;
  /** Stops all messages to it; changes are not queued while it is disabled. */
  disable(ref: EndpointRef): Promise<Refused | Done>;
  /** Sends only these kinds of messages; drops what waits of others, and sends all of a kind that is new. */
  chooseEventTypes(ref: EndpointRef, types: readonly ChosenType[]): Promise<Refused | Done>;
  /** Sends again, beginning with a Sync about every user and all their components. */
  enable(ref: EndpointRef): Promise<Refused | Done>;
}

/** The messages to an endpoint: those that were sent, those that failed, and those that a developer asks for. */
export interface EndpointMessages {
  /** Sends an Event with one component, or without any. */
  sendTest(ref: EndpointRef, component?: TestedComponent): Promise<Refused | Done>;
  /** The log of attempts that match, latest first: at most 50, or `most`, before the attempt numbered `before`. */
  listDeliveries(
    ref: EndpointRef,
    page?: Omit<DeliveriesQuery, 'endpointId'>,
  ): Promise<Refused | { deliveries: readonly Delivery[] }>;
  /** One attempt with what was sent. */
  findDelivery(ref: EndpointRef, number: number): Promise<Refused | { delivery: WholeDelivery }>;
  /** Sends what an attempt was about once more, at once. */
  resend(ref: EndpointRef, number: number): Promise<Refused | AnswerOf<'resend'>>;
  /** Sends what the latest 100 attempts that match were about once more, each subject once. */
  resendAll(ref: EndpointRef, filter: DeliveryFilter): Promise<Refused | AnswerOf<'resendAll'>>;
  /** The messages that failed, latest first, at most 100. */
  listDead(ref: EndpointRef): Promise<Refused | AnswerOf<'dead'>>;
  /** Sends failed messages again, all or of one subject, in the current state; returns how many. */
  replay(ref: EndpointRef, subject?: string): Promise<Refused | AnswerOf<'replay'>>;
}

/** What a developer does with the endpoints of an app; the HTTP routes check who owns the app. */
export interface Endpoints extends EndpointRegistry, EndpointMessages {}
