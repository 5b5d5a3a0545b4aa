import type { QueryTexts } from '@plenum/protocol/endpoint';
import type { Result } from '@plenum/protocol/refusal';

/** A reading endpoint of the bridge itself, served on the local network and through the cloud. */
export interface Read {
  readonly path: string;
  /** Name of the endpoint in the request metrics. */
  readonly endpoint: string;
  /** Returns the response, which is sent as JSON, or a refusal. */
  readonly read: (query: QueryTexts) => Result<unknown>;
}

/** A writing endpoint of the bridge itself, served on the local network and through the cloud. */
export interface Write {
  readonly path: string;
  /** Name of the endpoint in the request metrics. */
  readonly endpoint: string;
  /** Checks a received body and stores it; durable when it resolves. */
  readonly write: (value: unknown) => Result<undefined> | Promise<Result<undefined>>;
}

/** All reading and writing endpoints of the bridge, and its read-only setting. */
export interface Records {
  readonly reads: readonly Read[];
  readonly writes: readonly Write[];
  readonly readOnly: boolean;
}
