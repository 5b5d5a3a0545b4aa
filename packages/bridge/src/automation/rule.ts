import type { AutomaticEnding, AutomaticKind, AutomaticSettings } from '@plenum/insight/automation';
import type { ExplanationStep } from '@plenum/insight/explain';
import type { Datagrams } from '@plenum/protocol/component';
import type { FavouriteTime } from '../comfort/favourite-runs.ts';
import type { Way } from '../comfort/learn/observe.ts';
import type { Changed, Given } from './settable.ts';

/** Everything that the rules see at one time. */
export interface RuleInput {
  readonly at: number;
  readonly datagrams: Datagrams;
  readonly settings: AutomaticSettings;
  /** Temperature outdoors in °C; undefined if it is not known. */
  readonly outdoor: number | undefined;
  /** The run of a favourite in progress. */
  readonly current: FavouriteTime | undefined;
  readonly memory: RuleMemory;
}

/** The house at one time, without the time before. */
export type SeenHouse = Omit<RuleInput, 'memory' | 'current'>;

/** Temperatures of a room, in hundredths of a degree, and its window if that seems open. */
export interface SeenRoom {
  readonly recent: readonly { readonly at: number; readonly temperature: number }[];
  /** Time since when the unit is off. */
  readonly restedSince?: number;
  /** An inferred open window: the direction of the change, what it cost, and the furthest temperature. */
  readonly open?: {
    readonly since: number;
    readonly towards: 1 | -1;
    readonly lost: number;
    readonly furthest: number;
  };
}

/** Memory of the rules about the time before. */
export interface RuleMemory {
  /** Start and direction of the run of the compressor; left out while it rests. */
  readonly run?: { readonly since: number; readonly way: Way };
  /** Time since when every room is satisfied. */
  readonly satisfiedSince?: number;
  readonly rooms?: Readonly<Record<string, SeenRoom>>;
  /** Minutes of the fan since the filter was cleaned, and whether the device asks for that. */
  readonly fanMinutes?: number;
  readonly isFilterDue?: boolean;
}

/** The settings that a rule would give now, with the reason. */
export interface Proposal {
  readonly reason: ExplanationStep;
  readonly given: readonly Given[];
  /** Index of the zone that it is about. */
  readonly room?: number;
}

/** An action under way, as it is stored before its commands are sent. */
export interface ActiveAction {
  readonly kind: AutomaticKind;
  readonly since: number;
  /** Time at which its settings return at the latest. */
  readonly until?: number;
  readonly reason: ExplanationStep;
  readonly changed: readonly Changed[];
  readonly room?: number;
  /** Start of the run of a favourite in which it began. */
  readonly run?: number;
  readonly way?: Way;
}

/** One kind of automatic actions. */
export interface ActionRule {
  /** Returns what it would do now; undefined if nothing. */
  readonly propose: (input: RuleInput) => Proposal | undefined;
  /** Returns the action for a proposal: the reason while it is under way, and when it ends. */
  readonly begin: (proposal: Proposal, input: RuleInput) => Pick<ActiveAction, 'reason' | 'until' | 'way'>;
  /** Returns the memory after a person did what was suggested, if that needs no command. */
  readonly accept?: (memory: RuleMemory) => RuleMemory;
  /** Returns how an action ends now; undefined while it goes on. */
  readonly ends: (action: ActiveAction, input: RuleInput) => AutomaticEnding | undefined;
}

/** Rules by kind. */
export type ActionRules = Readonly<Record<AutomaticKind, ActionRule>>;
