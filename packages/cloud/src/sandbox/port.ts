import type { Runtime } from '@plenum/platform';
import type { Result } from '@plenum/protocol/refusal';
import type { HostedBridge, KeptEntry, KeptHouse } from '@plenum/protocol/uplink';

export interface HostedHouse extends Pick<Runtime, 'clock' | 'log'> {
  readonly systemId: string;
  /** The house file, as `BridgeHosting.toHouseFile` returned it. */
  readonly house: object;
  /** Undefined for a new house. */
  readonly kept: KeptHouse | undefined;
  /** Stores operations. The bridge acknowledges them once it resolves, and refuses them if it rejects. */
  readonly keep: (entries: readonly KeptEntry[]) => Promise<void>;
  /** Stores the whole house (`HostedBridge.copy`). The bridge acknowledges changes of settings once it resolves. */
  readonly save: () => Promise<void>;
  /** The latest requests that are listed: their number, and their bytes in memory. */
  readonly requestLimits: { readonly requests: number; readonly requestsBytes: number };
  /** Seconds of house time per second of a new house. */
  readonly timeScale: number;
  /**
   * Turns in which houses step their clocks and are copied: the length of one in ms, their share of the time, and the
   * developer, because developers share them.
   */
  readonly stepTurns: { readonly slice: number; readonly share: number; readonly account: string };
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
