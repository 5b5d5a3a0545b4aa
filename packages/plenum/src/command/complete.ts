import type { Help, HelpKey } from '@plenum/protocol/derive';
import type { Command } from 'commander';
import { commandHelp, overrideHelp } from './find-command.ts';
import { queryWords } from './query-words.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;

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

const named = (all: readonly Help[]) => all.map(({ name }) => name);

/** What may stand behind each subcommand, by the words typed behind it; the last of them is being typed. */
const behind: Readonly<Record<string, (typed: readonly string[]) => readonly string[]>> = {
  query: (typed) =>
    typed.length === 2 ? [...queryWords.flatMap(({ words }) => words), 'firmware', 'all'] : [],
  control: ([, name = '', ...rest]) =>
    rest.length === 0 ? named(commandHelp) : completeBody(commandHelp, name, rest),
  simulation: ([, name = '', ...rest]) =>
    rest.length === 0 ? named(overrideHelp) : completeBody(overrideHelp, name, rest),
  commands: (typed) => (typed.length === 1 ? named(commandHelp) : []),
  completion: (typed) => (typed.length === 1 ? shells : []),
};

const takesHost = new Set(['query', 'control', 'simulation', 'watch']);

/** What the word being typed, the last of `words`, may become. */
export const complete = (program: Command, words: readonly string[]): readonly string[] => {
  const [subcommand = '', ...typed] = words;
  const current = words.at(-1) ?? '';
  const visible = program.commands.filter((each) => !each.name().startsWith('__'));
  const candidates = () => {
    if (words.length <= 1) return visible.map((each) => each.name());
    if (current.startsWith('-')) {
      const found = visible.find((each) => each.name() === subcommand);
      return found?.options.flatMap(({ long }) => long ?? []) ?? [];
    }
    if (takesHost.has(subcommand) && typed.length === 1) return [];
    return behind[subcommand]?.(typed.filter((word) => !word.startsWith('-'))) ?? [];
  };
  return candidates().filter((each) => each.toLowerCase().startsWith(current.toLowerCase()));
};
