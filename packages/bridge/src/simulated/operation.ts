import type { HouseOverride, Installation, State } from '@plenum/installation';
import type { AnyCommand } from '@plenum/protocol/command';
import type { EventOrigin } from '@plenum/protocol/extension';
import { ok, type Result } from '@plenum/protocol/refusal';

/**
 * One entry of the journal: commands that are done together or not at all, or an override. `intervention` is the key of
 * overrides in stored journals.
 */
export type Operation =
  | { readonly commands: readonly AnyCommand[]; readonly by?: EventOrigin }
  | { readonly intervention: HouseOverride };

/** The state after an operation, or why the house refuses it. */
export const applyOperation = (
  installation: Installation,
  state: State,
  operation: Operation,
): Result<State> => {
  if ('intervention' in operation) return installation.applyOverride(state, operation.intervention);
  let next = state;
  for (const command of operation.commands) {
    const result = installation.apply(next, command);
    if (!result.ok) return result;
    next = result.value;
  }
  return ok(next);
};
