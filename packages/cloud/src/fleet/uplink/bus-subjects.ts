import type { BridgeRead, BridgeWrite, ControlOrigin } from '../controls/bridge-requests.ts';

// Subjects and messages between nodes. Nodes of two releases run side by side during an upgrade: whoever changes a name or a
// value raises `busVersion`.

/**
 * Asks the node to which a bridge is connected: to send a command, to read from the bridge or to change what it keeps, each before
 * an instant (ms UTC), or whether the bridge is connected.
 */
export type BridgeRequest =
  | {
      readonly ask: 'control';
      readonly command: Readonly<Record<string, unknown>>;
      readonly deadline: number;
      readonly by?: ControlOrigin;
      /** The `traceparent`. */
      readonly trace?: string;
      /** By which it can be cancelled. */
      readonly token?: string;
    }
  | (BridgeRead & { readonly ask: 'read'; readonly deadline: number })
  | (BridgeWrite & { readonly ask: 'write'; readonly deadline: number })
  | { readonly ask: 'presence' };

/** Answers with a `BridgeReply` to a `BridgeRequest`: the node to which the bridge is connected subscribes to it. */
export const bridgeSubject = (systemId: string): string => `bridge.${systemId}.control`;

/** Drops a command that was sent to a bridge and for which nobody waits any more. */
export const cancelledSubject = 'bridge.cancelled';

export interface CancelledControl {
  readonly systemId: string;
  /** Of its `BridgeRequest`. */
  readonly token: string;
}

/** Asks a node which bridges of a list of system ids are connected to it; the answer is a list of those. */
export const nodeSubject = (nodeId: string): string => `node.${nodeId}.bridges`;

/** Announces that a bridge connected or disconnected; subscribers then request its presence. */
export const presenceSubject = (systemId: string): string => `bridge.${systemId}.presence`;

/** Makes every node close older connections of a bridge. */
export const supersededSubject = 'bridge.moved';

export interface SupersededConnections {
  readonly systemId: string;
  /** Connections with a lower number are to be closed. */
  readonly epoch: number;
  readonly why: 'replaced' | 'released';
}

/** Announces that components of an account changed, or the set of its bridges. */
export const accountSubject = (accountId: string): string => `account.${accountId}.changed`;

export interface AccountChange {
  /** The bridge whose components changed; any bridge, or the set of them, where it is left out. */
  readonly systemId?: string;
}

/** Announces that sessions of an account ended; who is signed in to it is then checked again. */
export const sessionsSubject = (accountId: string): string => `account.${accountId}.sessions`;
