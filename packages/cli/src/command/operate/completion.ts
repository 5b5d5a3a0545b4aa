import { explainedKinds } from '@plenum/insight/explain';
import type { Help, HelpKey } from '@plenum/protocol/derive';
import { houseNames } from '@plenum/simulator';
import { Argument, type Command } from 'commander';
import { commandHelp, overrideHelp } from '../../input/find-command.ts';
import { queryWords } from '../../input/query-words.ts';
import type { Io } from '../../io/io.ts';
import { completionScripts, shells } from './completion-scripts.ts';

const toWord = (label: string) => label.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');

const valuesOf = ({ kind, choices }: HelpKey): readonly string[] => {
  if (kind === 'flag' || kind === 'bool') return ['on', 'off'];
  return Object.keys(choices ?? {}).map(toWord);
};

const completeBody = (all: readonly Help[], name: string, typed: readonly string[]): readonly string[] => {
  const help = all.find((each) => each.name.toLowerCase() === name.toLowerCase());
  if (help === undefined) return [];
  if (help.single) return typed.length > 1 ? [] : valuesOf(help.keys[0]!);
  const current = typed.at(-1) ?? '';
  const given = new Set(typed.slice(0, -1).map((pair) => pair.split('=')[0]));
  const open = help.keys.find(({ key }) => current.startsWith(`${key}=`));
  if (open !== undefined) return valuesOf(open).map((value) => `${open.key}=${value}`);
  return help.keys.filter(({ key }) => !given.has(key)).map(({ key }) => `${key}=`);
};

const namesOf = (all: readonly Help[]) => all.map(({ name }) => name);

/** Functions that return candidates for the last word, by subcommand. */
const candidatesFor: Readonly<Record<string, (typed: readonly string[]) => readonly string[]>> = {
  query: (typed) =>
    typed.length === 2 ? [...queryWords.flatMap(({ words }) => words), 'firmware', 'all'] : [],
  explain: (typed) => (typed.length === 2 ? [...explainedKinds] : []),
  control: ([, name = '', ...rest]) =>
    rest.length === 0 ? namesOf(commandHelp) : completeBody(commandHelp, name, rest),
  simulation: ([, name = '', ...rest]) =>
    rest.length === 0 ? namesOf(overrideHelp) : completeBody(overrideHelp, name, rest),
  commands: (typed) => (typed.length === 1 ? namesOf(commandHelp) : []),
  completion: (typed) => (typed.length === 1 ? shells : []),
  house: (typed) => (typed.length === 2 ? houseNames : []),
};

const takesHost = new Set([
  'query',
  'control',
  'simulation',
  'watch',
  'energy',
  'groups',
  'explain',
  'diagnostics',
]);

/** Returns candidates for the last of `words`. */
const complete = (program: Command, words: readonly string[]): readonly string[] => {
  const [subcommand = '', ...typed] = words;
  const current = words.at(-1) ?? '';
  const visible = program.commands.filter((each) => !each.name().startsWith('__'));
  const found = visible.find((each) => each.name() === subcommand);
  const below = found?.commands.find((each) => each.name() === typed[0]);
  const candidates = () => {
    if (words.length <= 1) return visible.map((each) => each.name());
    if (current.startsWith('-')) return (below ?? found)?.options.flatMap(({ long }) => long ?? []) ?? [];
    if (typed.length === 1 && found !== undefined && found.commands.length > 0)
      return found.commands.map((each) => each.name());
    if (takesHost.has(subcommand) && typed.length === 1) return [];
    return candidatesFor[subcommand]?.(typed.filter((word) => !word.startsWith('-'))) ?? [];
  };
  return candidates().filter((each) => each.toLowerCase().startsWith(current.toLowerCase()));
};

/** `plenum completion`: prints the completion script of a shell. */
export function registerCompletionCommand(program: Command, io: Io) {
  program
    .command('completion')
    .summary('print a script that completes commands in your shell')
    .addArgument(new Argument('<shell>', 'your shell').choices(shells))
    .action((shell: (typeof shells)[number]) => io.out(completionScripts[shell]));
  program
    .command('__complete', { hidden: true })
    .argument('[words...]')
    .allowUnknownOption()
    .action((words: readonly string[]) => {
      for (const candidate of complete(program, words)) io.out(candidate);
    });
}
