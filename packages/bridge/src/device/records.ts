import type { QueryTexts } from '@plenum/protocol/endpoint';
import type { Result } from '@plenum/protocol/refusal';

/** What a bridge answers to a `GET` of its own, on the local network and through its cloud. */
export interface Read {
  readonly path: string;
  /** The name that its requests are counted under. */
  readonly endpoint: string;
  /** The answer, to be written as JSON, or why there is none. */
  readonly read: (query: QueryTexts) => Result<unknown>;
}

/** What a bridge keeps when it is posted to a path of its own, on the local network and through its cloud. */
export interface Write {
  readonly path: string;
  /** The name that its requests are counted under. */
  readonly endpoint: string;
  /** Checks what came from outside and keeps it; durable when it resolves. */
  readonly write: (value: unknown) => Result<undefined> | Promise<Result<undefined>>;
}

/** Both, and whether the bridge changes nothing. */
export interface Records {
  readonly reads: readonly Read[];
  readonly writes: readonly Write[];
  readonly readOnly: boolean;
}
