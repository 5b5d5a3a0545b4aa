import { ok, type Result } from '@plenum/protocol/refusal';
import { closeDraft, type Draft, openDraft } from '../draft.ts';
import type { HouseIntervention } from '../installation.ts';
import type { Refused } from '../rule.ts';
import type { State } from '../state.ts';
import type { Surroundings } from '../surroundings.ts';
import { interventionRules } from './rules.ts';

/** A rule as it is called once its intervention is known: body and name agree, which TypeScript cannot see. */
type AnyRule = (
  draft: Draft,
  body: HouseIntervention['body'],
  surroundings: Surroundings,
) => Refused | undefined;

/** What an intervention makes of a state, or why it is refused; the state given stays as it is. */
export const intervene = (
  surroundings: Surroundings,
  state: State,
  { name, body }: HouseIntervention,
): Result<State> => {
  const draft = openDraft(state);
  const refused = (interventionRules[name] as AnyRule)(draft, body, surroundings);
  return refused === undefined ? ok(closeDraft(draft, state, state.at)) : refused;
};
