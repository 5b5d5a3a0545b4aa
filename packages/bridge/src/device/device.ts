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

/** One component that changed, with its new datagram. */
export interface Change extends ComponentRef {
  readonly datagram: object;
}

/** Components that changed at the same instant (ms UTC, time of the installation), and all datagrams after it. */
export interface Changes {
  readonly at: number;
  readonly changed: readonly Change[];
  readonly datagrams: Datagrams;
}

/** Whether the real bridge behind ours answers; instants in ms UTC. */
export interface DeviceHealth {
  readonly state: 'answering' | 'silent';
  /** Since when it is in this state; silent since its last answer. */
  readonly since: number;
  readonly answeredAt: number;
  /** Why it is silent, where that is known. */
  readonly why?: string;
  /** When it could be read last. */
  readonly readAt: number;
  /** Whether it could not be read for so long that what it showed is no longer served. */
  readonly isTooOld: boolean;
}

/** Whether a real bridge is behind ours and does not answer. */
export const isSilent = (device: Pick<Device, 'health'>): boolean => device.health()?.state === 'silent';

/** Whether the real bridge answers, as clients are told. */
export const toDeviceAnswer = ({ readAt: _, isTooOld: __, ...answer }: DeviceHealth): DeviceAnswer => answer;

/** Who gives commands. */
export interface Caller {
  /** Left out, it may not give an installer's commands. */
  readonly installer?: InstallerAccess;
  /** Recorded with the commands. */
  readonly by: EventOrigin;
  /** The `traceparent` of its request, if that is valid. */
  readonly trace?: string | undefined;
  /**
   * Whether its answer waits until the installation shows the commands. If not, it waits until a real bridge has accepted them,
   * and up to 1.5 s longer for them to be confirmed.
   */
  readonly untilConfirmed?: boolean;
  /** Whether a manual run time is for one watering: the one before comes back after it. */
  readonly once?: boolean;
  /** Called after an ok if the real bridge does not show one of the commands in time. */
  readonly onUnconfirmed?: (refusal: Refusal) => void;
  /** Aborted when the caller goes away; called only where that matters. */
  readonly signal?: () => AbortSignal;
}

/** A query or command that the protocol does not define, for the real bridge behind ours; neutral keys where they are known. */
export type UnknownRequest =
  | { readonly kind: 'query' | 'control'; readonly subsystem: Subsystem; readonly body: object }
  /** Of the original interface: `path` begins with a slash. */
  | { readonly kind: 'v1-read' | 'v1-command'; readonly path: string; readonly body: object };

/** How many requests of a kind (`query`, `control`, `v1-read`, `v1-command`) ended one way (`done`, `refused`). */
export interface PassedCount {
  readonly labels: readonly string[];
  readonly count: number;
}

/** Passes on what the protocol does not define: the JSON of the answer with neutral keys, undefined where it has none. */
export type PassUnknown = (request: UnknownRequest, caller: Caller) => Promise<Result<unknown>>;

/** An installation as the servers of a bridge use it: HTTP, UDP, live stream, history and uplink know nothing else. */
export interface Device {
  readonly identity: Identity;
  /** IANA name of the time zone of its clocks: a real bridge does not report it, so its owner sets it. */
  timeZone(): string;
  /**
   * Advances the installation to an instant of the machine's clock, in ms UTC. Call it once where an answer must be of
   * now: reading does not advance. Does nothing for a real bridge.
   */
  advanceTo(now: number): void;
  /** Its own time in ms UTC, which may differ from that of the machine where it is simulated. */
  at(): number;
  /** Its components at that time; never changed in place. */
  datagrams(): Datagrams;
  /**
   * Performs checked commands together: after an ok all are done and durable, after a refusal none is. A real bridge
   * receives them one after another, and each is confirmed before the next one: it shows what was set. Those before the
   * refused one are done, and visible.
   */
  command(...commands: readonly AnyCommand[]): Promise<Result<undefined>>;
  /**
   * Performs commands for a caller that may go away: what is not sent to a real bridge yet when the signal is aborted is
   * not sent. A real bridge has accepted them after an ok; `untilConfirmed` waits as `command` does.
   */
  commandFor(caller: Caller, ...commands: readonly AnyCommand[]): Promise<Result<undefined>>;
  /** Passes on what the protocol does not define; undefined where that is off, or the installation is simulated. */
  readonly passUnknown?: PassUnknown | undefined;
  /** How many requests were passed on like that, by kind and outcome. */
  readonly passed?: { all(): readonly PassedCount[] } | undefined;
  /** Whether the real bridge behind answers; undefined where the installation is simulated. */
  health(): DeviceHealth | undefined;
  /** Calls the listener whenever the real bridge falls silent or answers again, until the returned function is called. */
  followHealth(listener: (health: DeviceHealth) => void): () => void;
  /** When components of a kind, or one of them, were last read, the oldest of them (ms UTC); undefined where they are of now. */
  readAt(kind: ComponentKind, index?: number): number | undefined;
  /** Calls the listener after each change, until the returned function is called. */
  subscribe(listener: (changes: Changes) => void): () => void;
  /** Calls the listener for each command that a real bridge accepted and then did not show. */
  subscribeUnconfirmed(listener: (event: UnconfirmedEvent) => void): () => void;
}
