import type { AnyCommand } from '@plenum/protocol/command';
import type { AnyOverride } from '@plenum/protocol/simulation';
import type { HouseOptions } from '../house/test-house.ts';
import type { Expectation } from './expectation.ts';

/** The action of a step. */
export type Action =
  | { readonly does: 'command' | 'app'; readonly command: AnyCommand }
  | { readonly does: 'fault' | 'weather' | 'quirk' | 'override'; readonly override: AnyOverride }
  | { readonly does: 'cloud'; readonly isReachable: boolean };

/** A step: it happens at a time, does something, and expects something; each may be missing. */
export interface Step {
  /** The next local time of day in the house, such as `07:00`. */
  readonly at?: string;
  /** The time since the step before. */
  readonly after?: string;
  readonly action?: Action;
  /** The code with which the action has to fail. */
  readonly fails?: string;
  readonly expectation?: { readonly sentence: string; readonly expects: Expectation };
  /** The webhooks that the action has to cause. */
  readonly webhooks?: { readonly sentence: string; readonly expects: Expectation };
  /** Its line in the file, counted from 1. */
  readonly line: number;
}

/** A house with everything that happens in it, and what is expected of it. */
export interface Scenario {
  readonly name: string;
  /** The path of its file, or the name of a shipped one. */
  readonly file: string;
  /** The name of the house file, as written. */
  readonly houseName: string;
  readonly house: HouseOptions;
  readonly timeZone: string;
  readonly steps: readonly Step[];
}
