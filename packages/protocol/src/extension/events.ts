import type { ComponentKind } from '../component/kinds.ts';

export const eventOrigins = ['local', 'cloud', 'schedule', 'unknown'] as const;

/**
 * Who gave a command or changed something: a client on the local network, an app or a person through the cloud, a favourite
 * that starts or stops by time, or nobody that the bridge knows of (a wall controller, another app of a real bridge).
 */
export interface EventOrigin {
  readonly over: (typeof eventOrigins)[number];
  /** The name of the app, of the account's owner, of the favourite. */
  readonly app?: string;
  readonly account?: string;
  readonly favourite?: string;
}

/** The app of a command that was given on the bridge's own page. */
export const pageApp = 'page';

/** The header `Prefer` of a manual run time that is for one watering: the one before comes back when the station stops. */
export const runTimeOnce = 'run-time=once';

/** What may be wrong with a component. */
export const eventFaults = ['unit', 'sensor', 'damper', 'silent'] as const;
export type EventFault = (typeof eventFaults)[number];

interface EventOf<What extends string> {
  readonly what: What;
  /** ms UTC of the house. */
  readonly at: number;
  /** The component that it concerns. */
  readonly kind: ComponentKind;
  readonly index: number;
}

/** A command that was carried out. */
export interface CommandEvent extends EventOf<'command'> {
  readonly command: string;
  /** Missing where it is long. */
  readonly body?: unknown;
  readonly by: EventOrigin;
}

/** A mode or setpoint that changed without a command to the bridge. */
export interface SettingEvent extends EventOf<'change'> {
  readonly field: string;
  readonly before: number;
  readonly value: number;
  readonly by: EventOrigin;
}

/** A fault that began or ended; `code` is that of the maker, where there is one. */
export interface FaultEvent extends EventOf<'fault'> {
  readonly fault: EventFault;
  readonly code?: string;
  readonly isOver: boolean;
}

/** A command that a real bridge accepted and then did not show. */
export interface UnconfirmedEvent extends EventOf<'unconfirmed'> {
  readonly command: string;
  /** The first field that differs. */
  readonly field?: string;
  /** What the bridge shows there; missing if it showed nothing in time. */
  readonly read?: unknown;
  readonly sent: unknown;
  readonly by: EventOrigin;
}

/** The data of the event `unconfirmed` of the live stream. */
export type UnconfirmedMessage = Omit<UnconfirmedEvent, 'what' | 'by'>;

/** One thing that happened in a house. */
export type HistoryEvent = CommandEvent | SettingEvent | FaultEvent | UnconfirmedEvent;

/** What `GET /history/events` answers: the events of a range, oldest first; the newest ones where `isCut`. */
export interface EventsAnswer {
  readonly from: number;
  readonly to: number;
  readonly events: readonly HistoryEvent[];
  readonly isCut: boolean;
}

/** The most events of one answer. */
export const maxEvents = 500;
