import type { Quirks } from '../quirks/catalogue.ts';

/**
 * The answer of `GET /healthz`: that the bridge serves, its 9-digit id, and in front of a real bridge whether that answers.
 * `failing` (with status 503): the real bridge could not be read for so long that queries are refused.
 */
export interface HealthAnswer {
  readonly status: 'ok' | 'failing';
  readonly uid: string;
  readonly device?: DeviceAnswer;
}

/** Whether a real bridge answers: in `GET /healthz`, and in `GET /events` a member of `snapshot` and the event `device`. */
export interface DeviceAnswer {
  readonly state: 'answering' | 'silent';
  /** Instants in ms since 1970 UTC; silent since its last answer. */
  readonly since: number;
  readonly answeredAt: number;
  /** Why it is silent. */
  readonly why?: string;
}

export const installerAccesses = ['allowed', 'needs-key', 'not-from-here'] as const;

/**
 * Whether a client may give an installer's commands: it may, it has to send the installer key of the bridge, or it may not
 * from where it is, with or without a key.
 */
export type InstallerAccess = (typeof installerAccesses)[number];

/** How to pair a Matter controller with a bridge that shows its house over Matter: once it is paired, by a controller only. */
export interface MatterPairing {
  /** With how many controllers, or ecosystems, it is paired. */
  readonly paired: number;
  /** Eleven digits, to type; while it is paired with none. */
  readonly manual?: string;
  /** What the QR code says, `MT:...`; while it is paired with none. */
  readonly qr?: string;
}

/** The answer of `GET /installer`; `matter` only for those who may give an installer's commands. */
export interface InstallerAnswer {
  readonly access: InstallerAccess;
  readonly matter?: MatterPairing;
}

/**
 * What `GET /history` answers: for each series one value in each step of `step` ms, on the scale of the wire, null where
 * none was recorded. The first step begins at `from` (ms since 1970 UTC), the last holds the instant before `to`. Asked by
 * `points`, a value is the last one recorded in the step. Asked by `step`, it is the mean (of a state: the last value, of
 * an energy counter: the energy in Wh), and `min` and `max` have the least and most.
 */
export interface HistoryAnswer {
  readonly from: number;
  readonly to: number;
  readonly step: number;
  readonly series: HistorySeries;
  readonly min?: HistorySeries;
  readonly max?: HistorySeries;
}

/** Series by name, each with one value or null for each step. */
export type HistorySeries = Readonly<Record<string, readonly (number | null)[]>>;

/** The steps, in minutes, that `GET /history` can be asked for. */
export const historySteps = [1, 5, 15, 30, 60, 120, 360, 720, 1_440] as const;

/** The data of one event of the stream `GET /events`: components, whole, in the bridge's dialect. */
export interface ChangeEvent {
  readonly at: number;
  readonly components: readonly {
    readonly kind: string;
    readonly index: number;
    readonly datagram: object;
  }[];
  /** Of a `snapshot` in front of a real bridge. */
  readonly device?: DeviceAnswer;
  /** Of a `snapshot`: whether `GET /simulation` is served; left out otherwise. */
  readonly simulation?: boolean;
}

/** The answer of `GET /simulation`: the part of a simulated house that its clients cannot read. */
export interface SimulationStatus {
  readonly clock: { readonly at: number; readonly scale: number; readonly paused: boolean };
  /** The IANA zone its clocks on the wall show, by which favourites and programs start. */
  readonly timeZone: string;
  /** °C, %, %, m/s, mm/h; `held` names the values that an override holds. */
  readonly weather: {
    readonly Temperature: number;
    readonly Humidity: number;
    readonly Cloud: number;
    readonly Wind: number;
    readonly Rain: number;
    readonly held: readonly string[];
  };
  readonly people: string;
  /** The zones whose windows are open. */
  readonly windows: readonly number[];
  /** The tank that a solar diverter heats, °C and W; left out where the house has none. */
  readonly hotWater?: { readonly Temperature: number; readonly Power: number };
  /** The overrides that keep something broken. */
  readonly faults: readonly { readonly name: string; readonly body: unknown }[];
  /** The quirks of real devices that the bridge has now, by name; empty where it behaves as the interface says. */
  readonly quirks: Quirks;
}
