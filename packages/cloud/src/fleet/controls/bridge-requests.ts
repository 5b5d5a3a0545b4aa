import type { Refusal } from '@plenum/protocol/refusal';

/** How a bridge answered a control, a read or a write. Only `silent` leaves open whether it was executed. Nodes send it to each other. */
export type BridgeReply =
  | { readonly answer: 'done' }
  /**
   * The bridge did not execute it; `status` is the HTTP status that the local network would get, `detail` the sentence in English
   * and °C. `refusal` is missing if it cannot be read.
   */
  | {
      readonly answer: 'refused';
      readonly status: number;
      readonly detail: string;
      readonly refusal?: Refusal;
    }
  /** It was cancelled before anything of it was sent to the device. Only a node that cancelled it gets this answer. */
  | { readonly answer: 'dropped' }
  /** The answer to a read or a write: JSON with status 200, or a sentence with the refusal. */
  | { readonly answer: 'read'; readonly status: number; readonly body: string; readonly refusal?: Refusal }
  /** The bridge does not have the path of a read or a write: its release is older than the path. */
  | { readonly answer: 'cannot' }
  /** No node has a connection of the bridge. */
  | { readonly answer: 'absent' }
  /** No answer came in time. */
  | { readonly answer: 'silent' }
  /** The nodes cannot reach each other, so it is unknown where the bridge is connected. */
  | { readonly answer: 'unreachable' };

/** Why no bridge answered. */
export type NoAnswer = Extract<BridgeReply['answer'], 'absent' | 'unreachable' | 'silent'>;

/** Who gave a command, for the history of the bridge. */
export interface ControlOrigin {
  readonly app?: string;
  readonly account?: string;
  /** It may move a garage door, since its owner allowed that. */
  readonly garage?: boolean;
}

/** Who gave a command, the `traceparent` of their request, and whether they still wait for it. */
export interface ControlContext extends ControlOrigin {
  readonly trace?: string;
  /** Aborted when nobody waits for the answer any more: the bridge then drops what it has not sent to its device. */
  readonly signal?: AbortSignal;
}

/** What is read from a bridge: a path that it has on the local network, and its query. */
export interface BridgeRead {
  readonly path: string;
  readonly query: string;
}

/** What is changed at a bridge: a path that it has on the local network, and what is posted to it there. */
export interface BridgeWrite {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Reads and changes what bridges keep, wherever they are connected. */
export interface BridgeReader {
  /** Resolves to the answer, at the latest at `deadline` (ms UTC by the clock of this node). */
  read(systemId: string, read: BridgeRead, deadline: number): Promise<BridgeReply>;
  /** The same for a change; only `silent` leaves open whether it was made. */
  write(systemId: string, write: BridgeWrite, deadline: number): Promise<BridgeReply>;
}

/** Sends controls to bridges, wherever they are connected. */
export interface ControlSender {
  /**
   * Sends a command of interface 4.4, `{Name: body}`, and resolves to the answer, at the latest at `deadline` (ms UTC by the clock
   * of this node).
   */
  control(systemId: string, command: object, deadline: number, by?: ControlContext): Promise<BridgeReply>;
}
