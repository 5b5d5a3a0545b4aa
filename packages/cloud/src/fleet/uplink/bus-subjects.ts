import type { BridgeRead, BridgeWrite, ControlOrigin } from '../controls/bridge-requests.ts';

// Subjects and messages between nodes. Nodes of two releases run side by side during an upgrade, so raise `busVersion`
// whenever you change a name or a value here.

/**
 * A request to the node to which a bridge is connected: to send a command, to read data of the bridge, to change data
 * of the bridge (each with a deadline, ms UTC), or to report if the bridge is connected.
 */
export type BridgeRequest =
  | BridgeControl
  | (BridgeRead & { readonly ask: 'read'; readonly deadline: number })
  | (BridgeWrite & { readonly ask: 'write'; readonly deadline: number })
  | { readonly ask: 'presence' };

/** A control on its way to the node to which its bridge is connected. */
export interface BridgeControl {
  readonly ask: 'control';
  readonly command: Readonly<Record<string, unknown>>;
  readonly deadline: number;
  readonly by?: ControlOrigin;
  /** W3C `traceparent` of the request. */
  readonly trace?: string;
  /** Token by which the control can be cancelled. */
  readonly token?: string;
}

/**
 * Returns the subject for a `BridgeRequest`, to which the node with the bridge's connection subscribes and replies with
 * a `BridgeReply`.
 */
export const bridgeSubject = (systemId: string): string => `bridge.${systemId}.control`;

/** Returns the subject for a `SimulationRequest` to a hosted house, to which the node that has it replies. */
export const houseSubject = (systemId: string): string => `house.${systemId}.simulation`;

/** Subject that cancels a command sent to a bridge once no caller is waiting for it. */
export const cancelledSubject = 'bridge.cancelled';

export interface CancelledControl {
  readonly systemId: string;
  /** Token of its `BridgeRequest`. */
  readonly token: string;
}

/**
 * Returns the subject of a request that sends a list of system ids to a node. The reply lists those connected to the
 * node.
 */
export const nodeSubject = (nodeId: string): string => `node.${nodeId}.bridges`;

/**
 * Returns the subject that announces that a bridge connected or disconnected. Subscribers then request the bridge's
 * presence.
 */
export const presenceSubject = (systemId: string): string => `bridge.${systemId}.presence`;

/** Subject on which every node announces its bridges, about once a second. */
export const nodeCountSubject = 'node.count';

export interface NodeCount {
  readonly nodeId: string;
  /** Number of bridges connected to the node, without hosted ones. Missing if the node is stopping. */
  readonly bridges?: number;
  /** System ids of bridges that the node has just asked to reconnect. */
  readonly moved: readonly string[];
}

/** Subject that makes every node close older connections of a bridge. */
export const supersededSubject = 'bridge.moved';

export interface SupersededConnections {
  readonly systemId: string;
  /** Connections with a lower number must be closed. */
  readonly epoch: number;
  readonly why: 'replaced' | 'released';
}

/** Returns the subject that announces that components of an account, or the set of its bridges, changed. */
export const accountSubject = (accountId: string): string => `account.${accountId}.changed`;

export interface AccountChange {
  /** The bridge whose components changed. If missing, any bridge or the set of bridges may have changed. */
  readonly systemId?: string;
}

/**
 * Returns the subject that announces that sessions of an account ended. Nodes then check again who is signed in to it.
 */
export const sessionsSubject = (accountId: string): string => `account.${accountId}.sessions`;
