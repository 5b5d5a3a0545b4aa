/** What came of a command for a bridge. Only `silent` leaves open whether it was done. */
export type ControlAnswer =
  | { readonly answer: 'done' }
  /** The bridge did not do it; `status` is the HTTP status it would have on the local network. */
  | { readonly answer: 'refused'; readonly status: number; readonly detail: string }
  /** No node has a connection of the bridge. */
  | { readonly answer: 'absent' }
  /** No answer came in time. */
  | { readonly answer: 'silent' }
  /** The nodes cannot reach each other, so that nobody can say where the bridge is. */
  | { readonly answer: 'unreachable' };

/** What a node is asked for a bridge it may have: to send a command before an instant (ms UTC), or whether it is there. */
export type BridgeRequest =
  | {
      readonly ask: 'control';
      readonly command: Readonly<Record<string, unknown>>;
      readonly deadline: number;
    }
  | { readonly ask: 'presence' };

/** The subject a bridge is asked on; whoever has its socket answers. */
export const bridgeSubject = (systemId: string): string => `bridge.${systemId}.control`;

/** The subject on which a node is asked which of some bridges (a list of system ids) it has; it answers with those. */
export const nodeSubject = (nodeId: string): string => `node.${nodeId}.bridges`;

/** The subject on which it is said that a bridge came or went; who wants to know whether it is there now asks. */
export const presenceSubject = (systemId: string): string => `bridge.${systemId}.presence`;

/** The subject on which every node hears that connections of a bridge up to an epoch count no more. */
export const supersededSubject = 'bridge.moved';

export interface SupersededConnections {
  readonly systemId: string;
  /** Connections of a lower epoch are to be ended. */
  readonly epoch: number;
  readonly why: 'replaced' | 'released';
}

/** The subject on which it is said that components of an account changed, or the set of its bridges. */
export const accountSubject = (accountId: string): string => `account.${accountId}.changed`;

/** What is said there: the bridge whose components changed; without one it may be any, or the set of them. */
export interface AccountChange {
  readonly systemId?: string;
}
