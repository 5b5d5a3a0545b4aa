import { ok, type Result } from '@plenum/protocol/refusal';
import { closeDraft, type Draft, openDraft } from '../draft.ts';
import type { HouseOverride } from '../installation.ts';
import type { Refused } from '../rule.ts';
import type { State } from '../state.ts';
import type { Surroundings } from '../surroundings.ts';
import { overrideRules } from './rules.ts';

/** A rule as it is called once its override is known: body and name agree, which TypeScript cannot see. */
type AnyRule = (draft: Draft, body: HouseOverride['body'], surroundings: Surroundings) => Refused | undefined;

/** What an override makes of a state, or why it is refused; the state given stays as it is. */
export const applyOverride = (
  surroundings: Surroundings,
  state: State,
  { name, body }: HouseOverride,
): Result<State> => {
  const draft = openDraft(state);
  const refused = (overrideRules[name] as AnyRule)(draft, body, surroundings);
  return refused === undefined ? ok(closeDraft(draft, state, state.at)) : refused;
};
