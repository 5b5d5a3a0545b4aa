import type { QueryTexts } from '@plenum/protocol/endpoint';
import type { EventOrigin } from '@plenum/protocol/extension';
import type { Result } from '@plenum/protocol/refusal';

/** A reading endpoint that the bridge adds to the interface, served on the local network and through the cloud. */
export interface ReadEndpoint {
  readonly path: string;
  /** Name of the endpoint in the request metrics. */
  readonly endpoint: string;
  /** Returns the response, which is sent as JSON, or a refusal. */
  readonly read: (query: QueryTexts) => Result<unknown>;
}

/** A writing endpoint that the bridge adds to the interface, served on the local network and through the cloud. */
export interface WriteEndpoint {
  readonly path: string;
  /** Name of the endpoint in the request metrics. */
  readonly endpoint: string;
  /** Checks a received body from a sender and stores it; durable when it resolves. */
  readonly write: (value: unknown, by: EventOrigin) => Result<undefined> | Promise<Result<undefined>>;
}

/**
 * The endpoints of the bridge itself, which HTTP, the uplink and the process call, and its read-only setting.
 */
export interface OwnEndpoints {
  readonly reads: readonly ReadEndpoint[];
  readonly writes: readonly WriteEndpoint[];
  readonly readOnly: boolean;
}
