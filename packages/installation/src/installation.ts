import type { AnyCommand } from '@plenum/protocol/command';
import type { Result } from '@plenum/protocol/refusal';
import type { AnyOverride } from '@plenum/protocol/simulation';
import type { HouseStatus } from './override/status.ts';
import type { State } from './state.ts';

/** What the operator of a simulated house does to it; the clock is not the house's own. */
export type HouseOverride = Exclude<AnyOverride, { name: `Clock${string}` }>;

/**
 * The plant of one house: pure rules and physics over a state that is plain data.
 *
 * The same house, seed, commands and instants give bit-identical states; a state that went through JSON goes on
 * exactly as the one that did not. Instants are milliseconds since 1970-01-01 UTC.
 */
export interface Installation {
  /** The state of the house when it is first switched on at that instant. */
  initial(at: number): State;
  /** What a command makes of a state, or why a real controller would refuse it. */
  apply(state: State, command: AnyCommand): Result<State>;
  /** What an override makes of a state, or why there is nothing to apply it to. */
  applyOverride(state: State, override: HouseOverride): Result<State>;
  /** Outdoors as it stands: °C, %, %, m/s, mm/h, to a tenth. */
  weather(state: State): HouseStatus['weather'];
  /** How the house stands apart from what its clients can read: weather, people, open windows, faults. */
  status(state: State): HouseStatus;
  /** What time makes of a state: whole steps up to the last one that ends at or before `until`. */
  advance(state: State, until: number): State;
}
