import type { ComponentRef } from '@plenum/protocol/component';
import type { Status } from '../status/status.ts';
import type { ChangeCode, StepCode } from './words.ts';

/** One figure of a step: a number with its unit (`ms` is an instant, ms UTC; an empty unit is a plain number), or a text. */
export type Figure =
  | { readonly value: number; readonly unit: '°C' | 'K' | 'K/h' | '%' | 'W' | 'min' | 'ms' | '' }
  | { readonly value: string };

export type Figures = Readonly<Record<string, Figure>>;

/** One link of the chain from the setpoint to the air of a room. */
export interface ExplanationStep {
  readonly code: StepCode;
  readonly figures: Figures;
}

/** What would change it: the commands to send, none where somebody has to do something or only time helps. */
export interface Change {
  readonly code: ChangeCode;
  readonly figures: Figures;
  /** Commands of interface 4.4, `{Name: body}`, in this order. */
  readonly commands: readonly Readonly<Record<string, unknown>>[];
}

/** Why a component is as it is, and what would change it. */
export interface Explanation extends ComponentRef {
  readonly name: string;
  readonly status: Status;
  readonly steps: readonly ExplanationStep[];
  readonly changes: readonly Change[];
}

/** The answer of `GET /explain`: an explanation with its sentences, in °C and the time of the house. */
export interface ExplanationAnswer extends Omit<Explanation, 'status' | 'steps' | 'changes'> {
  /** Instant of the house, ms UTC, and the IANA name of the time zone that its sentences are in. */
  readonly at: number;
  readonly timeZone: string;
  readonly status: Status & { readonly sentence: string };
  readonly steps: readonly (ExplanationStep & { readonly sentence: string })[];
  readonly changes: readonly (Change & { readonly sentence: string })[];
}

/** Where the heat of a room comes from and goes to. */
export const heatSources = [
  'sun',
  'people',
  'equipment',
  'walls',
  'windows',
  'ground',
  'infiltration',
  'neighbours',
  'supply',
  'roomUnits',
] as const;
export type HeatSource = (typeof heatSources)[number];

/** The heat of a simulated room now: W into its air and structure by source, their sum, and what its air does, K/h. */
export interface HeatBalance {
  readonly sources: Readonly<Record<HeatSource, number>>;
  readonly total: number;
  readonly change: number;
}

/** How a recorded temperature changed: K in so many minutes up to now. */
export interface Trend {
  readonly minutes: number;
  readonly change: number;
}

/** The next start or stop of an enabled favourite that concerns the component. */
export interface NextFavourite {
  readonly name: string;
  readonly event: 'start' | 'stop';
  /** ms UTC of the house. */
  readonly at: number;
  /** What it sets of the component; left out where it leaves the component as it is. Setpoints in hundredths of a degree. */
  readonly sets?: { readonly on?: boolean; readonly mode: number; readonly setpoint?: number };
}

/** What is known beside the datagrams. */
export interface Extras {
  readonly heat?: HeatBalance | undefined;
  readonly trend?: Trend | undefined;
  /** `null` where no favourite is going to start or stop by itself; undefined where that is not known. */
  readonly next?: NextFavourite | null | undefined;
}
