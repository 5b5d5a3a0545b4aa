import type { BridgeFrameOf } from './frames.ts';

/** An operation of a hosted house, which only its bridge reads. Numbers increase. */
export interface KeptEntry {
  readonly number: number;
  readonly text: string;
}

/**
 * A hosted house as it was stored: a copy of its bridge's store, with the operations up to a number, and those since
 * then, in order.
 */
export interface KeptHouse {
  readonly store: Uint8Array;
  readonly upTo: number;
  readonly since: readonly KeptEntry[];
}

/**
 * A copy of the store of a hosted house, with the operations up to a number. Disposing of it frees its bytes, which a
 * process with many houses could not leave to the garbage collector: it would hold a copy of each of them.
 */
export interface HouseCopy extends Disposable {
  readonly store: Uint8Array;
  readonly upTo: number;
}

/** The cloud's side of an uplink in memory. */
export interface HostedLink {
  /** Receives a frame of the bridge. */
  readonly send: (text: string) => void;
  readonly close: () => void;
}

/** A request to the simulation of a house: a read, or one override by its name. */
export interface SimulationRequest {
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
}

/**
 * A bridge with a simulated house in the process of a cloud: without HTTP, UDP and a data folder. Disposing of it stores
 * nothing.
 */
export interface HostedBridge extends AsyncDisposable {
  readonly timeZone: string;
  /** True if it has to stay disconnected (`Offline` of `hostedSwitches`). */
  isOffline(): boolean;
  /** Answers a request to its simulation as a bridge answers reads and writes, also while it is offline. */
  simulate(request: SimulationRequest): Promise<Pick<BridgeFrameOf<'answer'>, 'status' | 'body' | 'data'>>;
  /**
   * Copies its store, which includes the operations up to a number. Resolves once all of these are stored; rejects if one
   * was not.
   */
  copy(): Promise<HouseCopy>;
  /** Opens an uplink: sends a snapshot, and returns the functions that receive a frame of the cloud and end the uplink. */
  connect(link: HostedLink): { readonly receive: (text: string) => void; readonly end: () => void };
}
