import type { AnyCommand } from '@plenum/protocol/command';
import type { ComponentRef, Datagrams } from '@plenum/protocol/component';
import type { Identity } from '@plenum/protocol/query';
import type { Result } from '@plenum/protocol/refusal';

/** One component that changed, as it stands now. */
export interface Change extends ComponentRef {
  readonly datagram: object;
}

/** What changed at once: the instant of the house in ms UTC, the components, and all datagrams as they stand now. */
export interface Changes {
  readonly at: number;
  readonly changed: readonly Change[];
  readonly datagrams: Datagrams;
}

/** An installation as every door sees it: HTTP, UDP, live stream, history and uplink talk to nothing else. */
export interface Device {
  readonly identity: Identity;
  /** IANA name of the time zone its clocks show; undefined where nobody knows: a real bridge does not say. */
  readonly timeZone: string | undefined;
  /** The instant it is there, ms UTC: a simulated house has a time of its own. */
  at(): number;
  /** The components as they stand now; never changed in place. */
  datagrams(): Datagrams;
  /**
   * Does checked commands together: resolved as ok all are done and durable, else none is. A real bridge is given them
   * one after another: there those before the refused one are done, and shown.
   */
  command(...commands: readonly AnyCommand[]): Promise<Result<undefined>>;
  /** Calls the listener after each change; returns what ends it. */
  subscribe(listener: (changes: Changes) => void): () => void;
}
