import { catalogue, nearest } from '@plenum/protocol/command';
import type { Command as Definition } from '@plenum/protocol/definition';
import { type Help, type HelpSubject, toHelp } from '@plenum/protocol/derive';
import { refuse, toSentence } from '@plenum/protocol/refusal';
import { overrides } from '@plenum/protocol/simulation';
import { wrongUsage } from '../failure.ts';

const findIn = <T extends { readonly name: string; readonly alias?: readonly string[] }>(
  of: ReadonlyMap<string, T>,
  typed: string,
): T | undefined =>
  [...of.values()].find(({ name, alias = [] }) =>
    [name, ...alias].some((each) => each.toLowerCase() === typed.toLowerCase()),
  );

/** Finds a command by its name, in upper or lower case. */
export function findCommand(typed: string): Definition {
  const found = findIn(catalogue, typed);
  if (found !== undefined) return found;
  const facts = { nearest: nearest(typed, catalogue.keys()) };
  const sentence = toSentence(refuse('unknown-command', { input: typed, facts }).refusal);
  throw wrongUsage(`${sentence} "plenum commands" lists all.`);
}

/** Overrides in the same form as commands, so that help can be created from them. */
const asCatalogue: ReadonlyMap<string, HelpSubject> = new Map(
  [...overrides].map(([name, each]) => [name, { ...each, over: ['local'], alias: [] }]),
);

/** Finds an override by its name, in upper or lower case. */
export function findOverride(typed: string): HelpSubject {
  const found = findIn(asCatalogue, typed);
  if (found !== undefined) return found;
  const facts = { nearest: nearest(typed, overrides.keys()) };
  const sentence = toSentence(refuse('unknown-intervention', { input: typed, facts }).refusal);
  throw wrongUsage(`${sentence} "plenum simulation --help" lists all.`);
}

/** The help for each command, and for each override. */
export const commandHelp: readonly Help[] = toHelp(catalogue);
export const overrideHelp: readonly Help[] = toHelp(asCatalogue);
