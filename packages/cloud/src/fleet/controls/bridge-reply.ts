import type { Refusal } from '@plenum/protocol/refusal';

/**
 * A bridge's reply to a control, a read or a write, as nodes send it to each other. Only after `silent` is it unknown
 * whether the request was executed.
 */
export type BridgeReply =
  | { readonly answer: 'done' }
  /**
   * The bridge did not execute the request. `status` is the HTTP status that a client on the local network would get,
   * and `detail` the sentence in English and °C. `refusal` is missing if it could not be parsed.
   */
  | {
      readonly answer: 'refused';
      readonly status: number;
      readonly detail: string;
      readonly refusal?: Refusal;
    }
  /**
   * The request was cancelled before any part of it reached the device. Only the node that cancelled it gets this
   * reply.
   */
  | { readonly answer: 'dropped' }
  /** The reply to a read or a write: JSON with status 200, or else a sentence with the refusal. */
  | { readonly answer: 'read'; readonly status: number; readonly body: string; readonly refusal?: Refusal }
  /** The bridge does not serve the path of the read or write, because its release does not support it yet. */
  | { readonly answer: 'cannot' }
  /** No node has a connection to the bridge. */
  | { readonly answer: 'absent' }
  /** No reply came in time. */
  | { readonly answer: 'silent' }
  /** The nodes cannot reach each other, so it is unknown where the bridge is connected. */
  | { readonly answer: 'unreachable' };

/** Reasons why no bridge replied. */
export type NoReply = Extract<BridgeReply['answer'], 'absent' | 'unreachable' | 'silent'>;
