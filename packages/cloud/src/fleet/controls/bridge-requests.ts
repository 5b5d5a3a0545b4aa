import type { BridgeReply } from './bridge-reply.ts';

/** The person or app that gave a command, for the history of the bridge. */
export interface ControlOrigin {
  readonly app?: string;
  readonly account?: string;
  /** True if the owner allowed this app or account to move garage doors. */
  readonly garage?: boolean;
}

/** Origin of a command, the `traceparent` of its request, and whether the caller is still waiting. */
export interface ControlContext extends ControlOrigin {
  readonly trace?: string;
  /**
   * Aborted when no caller is waiting for the reply. The bridge then drops the part that it has not yet sent to its
   * device.
   */
  readonly signal?: AbortSignal;
}

/** A read from a bridge: a path as on the local network, with its query. */
export interface BridgeRead {
  readonly path: string;
  readonly query: string;
}

/** A change to a bridge: a path as on the local network, with the body to post to it, and who makes it. */
export interface BridgeWrite {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly by?: ControlOrigin;
}

/** Reads and changes data stored by bridges. A bridge may be connected to any node. */
export interface BridgeReader {
  /** Resolves to the reply, at the latest at `deadline` (ms UTC by the clock of this node). */
  read(systemId: string, read: BridgeRead, deadline: number): Promise<BridgeReply>;
  /** Posts a change, with the same deadline. Only after `silent` is it unknown whether the change was made. */
  write(systemId: string, write: BridgeWrite, deadline: number): Promise<BridgeReply>;
}

/** Sends controls to bridges. A bridge may be connected to any node. */
export interface ControlSender {
  /**
   * Sends a command of interface 4.4, `{Name: body}`, and resolves to the reply, at the latest at `deadline` (ms UTC by
   * the clock of this node).
   */
  control(systemId: string, command: object, deadline: number, by?: ControlContext): Promise<BridgeReply>;
}
