import type { ComponentRef } from '@plenum/protocol/component';
import type { UplinkRef } from '@plenum/protocol/uplink';

/** A component by its id and by its kind and index. */
export interface StoredRef extends UplinkRef {
  readonly componentId: string;
}

/** A component by its ids, with its state. `datagram` is JSON text. */
export interface FoundComponent extends ComponentRef {
  readonly systemId: string;
  readonly componentId: string;
  readonly datagram: string;
}

/** A component in the store. */
export interface StoredComponent extends StoredRef {
  readonly systemId: string;
  readonly datagram: string;
  /** The bridge's version when this component last changed. */
  readonly version: number;
  /** The `traceparent` of the request that changed it. Present only while the change is being stored. */
  readonly trace?: string;
  /** The members of its datagram that changed. Present only while the change is being stored; missing if it is new. */
  readonly attributes?: readonly string[];
}

/** The changes that one frame from a bridge made in the store. */
export interface StoredChange {
  readonly systemId: string;
  /** The accounts that can see the bridge: its owner and its guests. */
  readonly accountIds: readonly string[];
  /** The bridge's new version, which every component of this change has. */
  readonly version: number;
  /** Time of the house, ms UTC. */
  readonly at: number;
  readonly changed: readonly StoredComponent[];
  readonly removed: readonly StoredRef[];
  /** True if components were added or removed, false if they only changed. */
  readonly setChanged: boolean;
}
