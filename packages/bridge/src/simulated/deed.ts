import type { HouseOverride, Installation, State } from '@plenum/installation';
import type { AnyCommand } from '@plenum/protocol/command';
import { ok, type Result } from '@plenum/protocol/refusal';
import type { AnyOverride } from '@plenum/protocol/simulation';

/** An override that moves the clock, which is the bridge's to keep. */
export type ClockOverride = Extract<AnyOverride, { name: `Clock${string}` }>;

/** What can be done to a simulated house, as the journal keeps it; commands stand together: all are done or none. */
export type Deed =
  | { readonly commands: readonly AnyCommand[] }
  // `intervention` is its key in stored journals.
  | { readonly intervention: HouseOverride };

/** What a deed makes of a state, or why it is refused. */
export const doDeed = (installation: Installation, state: State, deed: Deed): Result<State> => {
  if ('intervention' in deed) return installation.applyOverride(state, deed.intervention);
  let next = state;
  for (const command of deed.commands) {
    const result = installation.apply(next, command);
    if (!result.ok) return result;
    next = result.value;
  }
  return ok(next);
};
