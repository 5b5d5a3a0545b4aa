import type { CommandBody, CommandName } from '@plenum/protocol/command';
import { subsystems } from '@plenum/protocol/definition';
import { tableOf } from '@plenum/protocol/field';
import { type Refusal, refuse } from '@plenum/protocol/refusal';
import type { Draft } from './draft.ts';
import type { HouseModel } from './house-model.ts';

/** The result of a rule that refuses: the value of `refuse(...)`. */
export type RuleRefusal = { readonly ok: false; readonly refusal: Refusal };

/** Inputs of a rule besides the draft: the house, the end of the last step, and the time of the command in ms UTC. */
export interface RuleContext {
  readonly model: HouseModel;
  readonly at: number;
  readonly now: number;
}

/**
 * Executes one command: changes the draft, or returns a refusal if a real controller would refuse the command. The
 * draft of a refused command is discarded.
 */
export type Rule<Name extends CommandName> = (
  draft: Draft,
  body: CommandBody<Name>,
  context: RuleContext,
  // biome-ignore lint/suspicious/noConfusingVoidType: a rule that did its work returns nothing
) => RuleRefusal | void;

/** The rules of some commands. A command without a rule is a compile error in `apply.ts`. */
export type Rules<Names extends CommandName> = { readonly [Name in Names]: Rule<Name> };

/** Returns a rule for each of the names, made from the name. */
export const rulesOf = <Names extends CommandName>(
  names: readonly Names[],
  make: (name: Names) => Rule<Names>,
): Rules<Names> =>
  // A rule that takes the body of any of these commands takes that of each, which TypeScript does not conclude.
  tableOf(names, make) as unknown as Rules<Names>;

/** Returns rules that refuse their commands if the house does not have the subsystem. */
export const ifInstalled = <Names extends CommandName>(
  subsystem: 'irrigation' | 'lighting',
  rules: Rules<Names>,
): Rules<Names> =>
  rulesOf(
    Object.keys(rules) as Names[],
    (name) => (draft, body, context) =>
      draft.plant[subsystem] === undefined
        ? refuse('not-installed', { facts: { noun: subsystems[subsystem].noun, count: 0 } })
        : (rules[name] as Rule<Names>)(draft, body, context),
  );

/** Refuses an index that is not installed. `path` leads to it in the command; `installed` lists the existing ones. */
export const refuseMissing = (
  noun: string,
  path: readonly string[],
  index: number,
  installed: readonly number[],
): RuleRefusal =>
  refuse('not-installed', {
    path,
    input: index,
    facts: { noun, index, count: installed.length, installed: installed.join(', ') },
  });
