/**
 * How a bridge answered a control. Only `silent` leaves open whether it was executed. Nodes send this form to each other, so its
 * names stay.
 */
export type BridgeReply =
  | { readonly answer: 'done' }
  /** The bridge did not execute it; `status` is the HTTP status that the local network would get. */
  | { readonly answer: 'refused'; readonly status: number; readonly detail: string }
  /** No node has a connection of the bridge. */
  | { readonly answer: 'absent' }
  /** No answer came in time. */
  | { readonly answer: 'silent' }
  /** The nodes cannot reach each other, so it is unknown where the bridge is connected. */
  | { readonly answer: 'unreachable' };

/** Sends controls to bridges, wherever they are connected. */
export interface ControlSender {
  /**
   * Sends a command of interface 4.4, `{Name: body}`, and resolves to the answer, at the latest at `deadline` (ms UTC by the clock
   * of this node).
   */
  control(systemId: string, command: object, deadline: number): Promise<BridgeReply>;
}
