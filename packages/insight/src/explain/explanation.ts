import type { ComponentRef } from '@plenum/protocol/component';
import type { Status } from '../status/status.ts';
import type { ChangeCode, StepCode } from './words.ts';

/** The units of figures: `ms` is a UTC time, and an empty one that of a plain number. */
export const figureUnits = ['°C', 'K', 'K/h', '%', 'W', 'min', 'ms', ''] as const;

/** One value in a step: a number with its unit, or text. */
export type Figure =
  | { readonly value: number; readonly unit: (typeof figureUnits)[number] }
  | { readonly value: string };

export type Figures = Readonly<Record<string, Figure>>;

/** One link of the chain from the setpoint to the air of a room. */
export interface ExplanationStep {
  readonly code: StepCode;
  readonly figures: Figures;
}

/** A suggestion with the commands to send. It has no commands if a person has to act or only time helps. */
export interface Change {
  readonly code: ChangeCode;
  readonly figures: Figures;
  /** Commands of interface 4.4, `{Name: body}`, in this order. */
  readonly commands: readonly Readonly<Record<string, unknown>>[];
  /** Effects on other rooms, which follow in the sentence; omitted if there are none. */
  readonly effects?: readonly Pick<Change, 'code' | 'figures'>[];
}

/** The reasons for the state of a component, and what would change it. */
export interface Explanation extends ComponentRef {
  readonly name: string;
  readonly status: Status;
  readonly steps: readonly ExplanationStep[];
  readonly changes: readonly Change[];
}

/** The response of `GET /explain`: an explanation with its sentences, in °C and the time of the house. */
export interface ExplanationAnswer extends Omit<Explanation, 'status' | 'steps' | 'changes'> {
  /** Time of the house in ms UTC, and the IANA name of the time zone used in the sentences. */
  readonly at: number;
  readonly timeZone: string;
  readonly status: Status & { readonly sentence: string };
  readonly steps: readonly (ExplanationStep & { readonly sentence: string })[];
  readonly changes: readonly (Change & { readonly sentence: string })[];
}

/** Sources of heat that a room gains or loses. */
export const heatSources = [
  'sun',
  'people',
  'equipment',
  'walls',
  'roof',
  'floor',
  'windows',
  'structure',
  'infiltration',
  'neighbours',
  'supply',
  'ducts',
  'roomUnits',
  'ideal',
] as const;
export type HeatSource = (typeof heatSources)[number];

/**
 * Current heat flows of a simulated room: W into its air by source, their sum, and the change of its air temperature in
 * K/h. Sun that falls on the floor counts for the sun, and as heat that the floor takes.
 */
export interface HeatBalance {
  readonly sources: Readonly<Record<HeatSource, number>>;
  readonly total: number;
  readonly change: number;
}

/** Change of a recorded temperature, in K, during the last `minutes`. */
export interface Trend {
  readonly minutes: number;
  readonly change: number;
}

/** The next start or stop of an enabled favourite that affects the component. */
export interface NextFavourite {
  readonly name: string;
  readonly event: 'start' | 'stop';
  /** Time by the house's clock, in ms UTC. */
  readonly at: number;
  /**
   * Settings of the component that the favourite changes; omitted if it changes none. Setpoints are in hundredths of a
   * degree.
   */
  readonly sets?: { readonly on?: boolean; readonly mode: number; readonly setpoint?: number };
}

/** Facts about a component beyond the datagrams. */
export interface Extras {
  readonly heat?: HeatBalance | undefined;
  readonly trend?: Trend | undefined;
  /** `null` if no favourite is scheduled to start or stop; undefined if that is unknown. */
  readonly next?: NextFavourite | null | undefined;
  /** Suggestions and actions of the bridge for the component. */
  readonly automatic?: readonly ExplanationStep[] | undefined;
}
