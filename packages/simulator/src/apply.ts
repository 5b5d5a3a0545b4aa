import type { AnyCommand, CommandName } from '@plenum/protocol/command';
import { ok, type Result } from '@plenum/protocol/refusal';
import { irrigationRules } from './irrigation/rules.ts';
import { lightingRules } from './lighting/rules.ts';
import { closeDraft, type Draft, openDraft } from './model/draft.ts';
import type { HouseModel } from './model/house-model.ts';
import type { RuleContext, RuleRefusal, Rules } from './model/rule.ts';
import type { State } from './model/state.ts';
import { powerRules } from './power/rules.ts';
import { powerSetupRules } from './power/setup-rules.ts';
import { scheduleRules } from './schedule/rules.ts';
import { splitRules } from './split/rules.ts';
import { coolerRules, ventilationRules } from './unit/air-rules.ts';
import { unitRules } from './unit/rules.ts';
import { unitSetupRules } from './unit/setup-rules.ts';
import { mirrorDucted } from './vrf/mirror.ts';
import { vrfRules } from './vrf/rules.ts';
import { zoneRules } from './zone/rules.ts';
import { zoneSetupRules } from './zone/setup-rules.ts';

/** One rule for each command of the catalogue. A command without a rule is a compile error. */
const rules: Rules<CommandName> = {
  ...unitRules,
  ...zoneRules,
  ...scheduleRules,
  ...splitRules,
  ...vrfRules,
  ...irrigationRules,
  ...powerRules,
  ...lightingRules,
  ...unitSetupRules,
  ...ventilationRules,
  ...coolerRules,
  ...zoneSetupRules,
  ...powerSetupRules,
};

/** A rule whose command is known. TypeScript cannot infer that the body belongs to the name. */
type AnyRule = (draft: Draft, body: AnyCommand['body'], context: RuleContext) => RuleRefusal | undefined;

/** Returns the state after a command at a time (ms UTC), or a refusal. Does not modify the given state. */
export function applyCommand(
  model: HouseModel,
  state: State,
  { name, body }: AnyCommand,
  now: number,
): Result<State> {
  const draft = openDraft(state);
  const refused = (rules[name] as AnyRule)(draft, body, { model, at: state.at, now });
  if (refused !== undefined) return refused;
  mirrorDucted(draft);
  return ok(closeDraft(draft, state, state.at));
}
