import type { AnyCommand, CommandName } from '@plenum/protocol/command';
import { ok, type Result } from '@plenum/protocol/refusal';
import { closeDraft, type Draft, openDraft } from './draft.ts';
import { irrigationRules } from './irrigation/rules.ts';
import { powerRules } from './power/rules.ts';
import type { Refused, RuleContext, Rules } from './rule.ts';
import { scheduleRules } from './schedule/rules.ts';
import { splitRules } from './split/rules.ts';
import type { State } from './state.ts';
import { unitRules } from './unit/rules.ts';
import { mirrorDucted } from './vrf/mirror.ts';
import { vrfRules } from './vrf/rules.ts';
import { zoneRules } from './zone/rules.ts';

/** One rule for each command of the catalogue; a command without one does not compile. */
const rules: Rules<CommandName> = {
  ...unitRules,
  ...zoneRules,
  ...scheduleRules,
  ...splitRules,
  ...vrfRules,
  ...irrigationRules,
  ...powerRules,
};

/** A rule as it is called once its command is known: body and name agree, which TypeScript cannot see. */
type AnyRule = (draft: Draft, body: AnyCommand['body'], context: RuleContext) => Refused | undefined;

/** What a command makes of a state, or why it is refused; the state given stays as it is. */
export const applyCommand = (state: State, command: AnyCommand, context: RuleContext): Result<State> => {
  const draft = openDraft(state);
  const refused = (rules[command.name] as AnyRule)(draft, command.body, context);
  if (refused !== undefined) return refused;
  mirrorDucted(draft);
  return ok(closeDraft(draft, state, state.at));
};
