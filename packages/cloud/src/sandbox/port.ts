import type { Clock } from '@plenum/platform';
import type { Result } from '@plenum/protocol/refusal';
import type { BridgeFrameOf } from '@plenum/protocol/uplink';
import type { Log } from '../kernel/log/log.ts';

/** An operation of a hosted house, which only its bridge reads. Numbers increase. */
export interface KeptEntry {
  readonly number: number;
  readonly text: string;
}

/** A hosted house as it was stored: a copy of its bridge's store, and the operations since then, in order. */
export interface KeptHouse {
  readonly store: Uint8Array;
  readonly since: readonly KeptEntry[];
}

export interface HostedHouse {
  readonly systemId: string;
  /** The house file, as `BridgeHosting.toHouseFile` returned it. */
  readonly house: object;
  /** Undefined for a new house. */
  readonly kept: KeptHouse | undefined;
  /** Stores operations. The bridge acknowledges them once it resolves, and refuses them if it rejects. */
  readonly keep: (entries: readonly KeptEntry[]) => Promise<void>;
  /** Stores the whole house (`HostedBridge.copy`). The bridge acknowledges changes of settings once it resolves. */
  readonly save: () => Promise<void>;
  /** Seconds of house time per second of a new house. */
  readonly timeScale: number;
  readonly clock: Clock;
  readonly log: Log;
}

/** The cloud's side of an uplink in memory. */
export interface HostedLink {
  readonly send: (text: string) => void;
  readonly close: () => void;
}

/** A request to the simulation of a house: a read, or one override by its name. */
export interface SimulationRequest {
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** A bridge with a simulated house in this process. Disposing of it stores nothing. */
export interface HostedBridge extends AsyncDisposable {
  readonly timeZone: string;
  /** True if it has to stay disconnected. */
  isOffline(): boolean;
  /** Answers a request to its simulation as a bridge answers reads and writes, also while it is offline. */
  simulate(request: SimulationRequest): Promise<Pick<BridgeFrameOf<'answer'>, 'status' | 'body' | 'data'>>;
  /** Returns a copy of its store, which includes the operations up to a number. */
  copy(): { readonly store: Uint8Array; readonly upTo: number };
  /** Opens its uplink. Returns the functions that receive a frame of the cloud and end the uplink. */
  connect(link: HostedLink): { readonly receive: (text: string) => void; readonly end: () => void };
}

/** A house as a developer chooses it: a shipped one by its name, or a house file, and what differs from that. */
export interface HouseChoice {
  readonly house: string | object;
  readonly place?: object | undefined;
  readonly seed?: number | undefined;
}

/**
 * The port through which a cloud runs bridges in its own process. The cloud does not import bridges, so the program
 * that starts it plugs them in.
 */
export interface BridgeHosting {
  /** Returns the checked house file of a choice, or the reason why there is none. */
  toHouseFile(choice: HouseChoice): Result<{ readonly name: string }>;
  start(house: HostedHouse): Promise<HostedBridge>;
}
