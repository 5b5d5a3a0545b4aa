import type { Result } from '@plenum/protocol/refusal';

/** What a bridge answers to a `GET` of its own, on the local network and through its cloud. */
export interface Read {
  readonly path: string;
  /** The name that its requests are counted under. */
  readonly endpoint: string;
  /** The answer, to be written as JSON, or why there is none. */
  readonly read: (query: Readonly<Record<string, unknown>>) => Result<unknown>;
}
