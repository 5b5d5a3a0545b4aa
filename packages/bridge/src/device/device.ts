import type { AnyCommand } from '@plenum/protocol/command';
import type { ComponentKind, ComponentRef, Datagrams } from '@plenum/protocol/component';
import type { Subsystem } from '@plenum/protocol/definition';
import type {
  DeviceAnswer,
  EventOrigin,
  InstallerAccess,
  UnconfirmedEvent,
} from '@plenum/protocol/extension';
import type { Identity } from '@plenum/protocol/query';
import type { Refusal, Result } from '@plenum/protocol/refusal';

/** A component that changed, with its new datagram. */
export interface ComponentChange extends ComponentRef {
  readonly datagram: object;
}

/**
 * Components that changed at the same time (ms UTC, clock of the installation), and all datagrams after the change.
 */
export interface Changes {
  readonly at: number;
  readonly changed: readonly ComponentChange[];
  readonly datagrams: Datagrams;
}

/** State of the connection to the real bridge behind ours; times in ms UTC. */
export interface DeviceHealth {
  readonly state: 'answering' | 'silent';
  /** Start of the current state; for a silent bridge, the time of its last response. */
  readonly since: number;
  readonly answeredAt: number;
  /** Reason for its silence, if known. */
  readonly why?: string;
  /** Last successful read. */
  readonly readAt: number;
  /** True if the last successful read is so old that its data is no longer served. */
  readonly isTooOld: boolean;
}

/** True if a real bridge is behind ours and does not respond. */
export const isSilent = (device: Pick<Device, 'health'>): boolean => device.health()?.state === 'silent';

/** Converts the health of the real bridge to the form that clients receive. */
export const toDeviceAnswer = ({ readAt: _, isTooOld: __, ...answer }: DeviceHealth): DeviceAnswer => answer;

/** The sender of commands, with its permissions and preferences. */
export interface Caller {
  /** True if the caller may give an installer's commands; false by default. */
  readonly installer?: InstallerAccess;
  /** Origin that is recorded with the commands. */
  readonly by: EventOrigin;
  /** The `traceparent` of the request, if it is valid. */
  readonly trace?: string | undefined;
  /**
   * True to respond only when the installation shows the commands. By default the response is sent once a real bridge
   * has accepted the commands and then either has confirmed them or 1.5 s have passed.
   */
  readonly untilConfirmed?: boolean;
  /** True if a manual run time is for one watering only: the previous run time is restored afterwards. */
  readonly once?: boolean;
  /** Called if the response was OK but the real bridge does not show one of the commands in time. */
  readonly onUnconfirmed?: (refusal: Refusal) => void;
  /** Returns a signal that is aborted when the caller disconnects; called only if needed. */
  readonly signal?: () => AbortSignal;
}

/**
 * A query or command that is passed on to the real bridge although the protocol does not define it; known keys are in
 * neutral words.
 */
export type UnknownRequest =
  | { readonly kind: 'query' | 'control'; readonly subsystem: Subsystem; readonly body: object }
  /** A request of the original interface; `path` begins with a slash. */
  | { readonly kind: 'v1-read' | 'v1-command'; readonly path: string; readonly body: object };

/** Number of requests of a kind (`query`, `control`, `v1-read`, `v1-command`) with an outcome (`done`, `refused`). */
interface PassedCount {
  readonly labels: readonly string[];
  readonly count: number;
}

/**
 * Passes on a request that the protocol does not define. Returns the JSON of the response with neutral keys, or
 * undefined.
 */
export type PassUnknown = (request: UnknownRequest, caller: Caller) => Promise<Result<unknown>>;

/**
 * The only interface through which HTTP, UDP, live stream, history and uplink use the installation behind a bridge.
 */
export interface Device {
  readonly identity: Identity;
  /** IANA name of the time zone of its clocks. A real bridge does not report it, so the owner sets it. */
  timeZone(): string;
  /**
   * Advances a simulated installation to a time of the machine's clock, in ms UTC. Call it once before a response that
   * must be current, because reading does not advance the installation. Does nothing for a real bridge.
   */
  advanceTo(now: number): void;
  /** Time of the installation in ms UTC; in a simulation it may differ from the machine's clock. */
  at(): number;
  /** Components at that time; never mutated. */
  datagrams(): Datagrams;
  /**
   * Performs checked commands together: after an OK all are done and durable, after a refusal none is. A real bridge
   * receives them one after another and has to show each one before the next is sent, so commands before a refused one
   * stay done.
   */
  command(...commands: readonly AnyCommand[]): Promise<Result<undefined>>;
  /**
   * Performs commands for a caller that may disconnect: once its signal is aborted, remaining commands are not sent to
   * a real bridge. After an OK a real bridge has accepted the commands, but may not show them yet; with
   * `untilConfirmed` the result comes only once the bridge shows the commands, as with `command`.
   */
  commandFor(caller: Caller, ...commands: readonly AnyCommand[]): Promise<Result<undefined>>;
  /** Passes on unknown requests; undefined if the option is off or the installation is simulated. */
  readonly passUnknown?: PassUnknown | undefined;
  /** Number of requests that were passed on, by kind and outcome. */
  readonly passed?: { all(): readonly PassedCount[] } | undefined;
  /** State of the connection to the real bridge; undefined if the installation is simulated. */
  health(): DeviceHealth | undefined;
  /**
   * Calls the listener each time the real bridge stops or resumes responding, until the returned function is called.
   */
  followHealth(listener: (health: DeviceHealth) => void): () => void;
  /**
   * Time (ms UTC) at which a component was last read; without an index, the oldest such time among all components of
   * the kind. Undefined if the data is always current.
   */
  readAt(kind: ComponentKind, index?: number): number | undefined;
  /** Calls the listener after each change, until the returned function is called. */
  subscribe(listener: (changes: Changes) => void): () => void;
  /** Calls the listener for each command that a real bridge accepted but did not show in time. */
  subscribeUnconfirmed(listener: (event: UnconfirmedEvent) => void): () => void;
}
