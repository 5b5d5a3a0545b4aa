import type { CommandBody, CommandName } from '@plenum/protocol/command';
import { type Refusal, refuse } from '@plenum/protocol/refusal';
import type { Draft } from './draft.ts';
import type { HouseModel } from './house-model.ts';

/** The answer of a rule that refuses: what `refuse(...)` returns. */
export type RuleRefusal = { readonly ok: false; readonly refusal: Refusal };

/** What a rule is given beside the draft: the house, the end of the last step, and the instant of the command, ms UTC. */
export interface RuleContext {
  readonly model: HouseModel;
  readonly at: number;
  readonly now: number;
}

/**
 * What one command does to an installation: changes the draft, or returns why a real controller would refuse it. The
 * draft of a refused command is discarded.
 */
export type Rule<Name extends CommandName> = (
  draft: Draft,
  body: CommandBody<Name>,
  context: RuleContext,
  // biome-ignore lint/suspicious/noConfusingVoidType: a rule that did its work returns nothing
) => RuleRefusal | void;

/** The rules of some commands; a command without a rule is a compile error in `apply.ts`. */
export type Rules<Names extends CommandName> = { readonly [Name in Names]: Rule<Name> };

/** Refuses an index that is not installed; `path` leads to it in the command, `installed` are those there are. */
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
