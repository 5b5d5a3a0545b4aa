import type { AnyCommand } from '@plenum/protocol/command';
import type { EventOrigin } from '@plenum/protocol/extension';
import { ok, type Result } from '@plenum/protocol/refusal';
import type { SetException } from '@plenum/protocol/schedule';
import type { HouseOverride, Simulator, State } from '@plenum/simulator';

/**
 * One entry of the journal: commands that are carried out together or not at all, an override, or exceptions of
 * favourites that replace all earlier ones.
 */
export type Operation =
  | { readonly commands: readonly AnyCommand[]; readonly by?: EventOrigin }
  | { readonly override: HouseOverride }
  | { readonly exceptions: readonly SetException[] };

/** Returns the state after an operation at a time of the house in ms UTC, or the reason why the house refuses it. */
export function applyOperation(
  simulator: Simulator,
  state: State,
  { at, operation }: { readonly at: number; readonly operation: Operation },
): Result<State> {
  if ('override' in operation) return simulator.applyOverride(state, operation.override, at);
  if ('exceptions' in operation) return ok(simulator.withExceptions(state, operation.exceptions));
  let next = state;
  for (const command of operation.commands) {
    const result = simulator.apply(next, command, at);
    if (!result.ok) return result;
    next = result.value;
  }
  return ok(next);
}
