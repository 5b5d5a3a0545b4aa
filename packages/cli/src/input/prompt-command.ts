import { autocomplete, isCancel, text } from '@clack/prompts';
import { check } from '@plenum/protocol/check';
import type { Command as Definition } from '@plenum/protocol/definition';
import type { HelpKey } from '@plenum/protocol/derive';
import { toSentence } from '@plenum/protocol/refusal';
import { failed, isCommandError } from '../failure.ts';
import { readBody } from './body.ts';
import { commandHelp, findCommand } from './find-command.ts';

const orStop = <T>(answer: T): Exclude<T, symbol> => {
  if (isCancel(answer)) throw failed('Nothing was sent.');
  return answer as Exclude<T, symbol>;
};

/** Returns the reason why a body cannot be sent; undefined if it is valid. */
const problemOf = (definition: Definition, words: readonly string[]): string | undefined => {
  try {
    const checked = check(definition.body, readBody(definition, words), [definition.name]);
    return checked.ok ? undefined : toSentence(checked.refusal);
  } catch (error) {
    if (isCommandError(error)) return error.message;
    throw error;
  }
};

const promptKey = async (
  definition: Definition,
  { key, meaning, values, optional }: HelpKey,
  before: readonly string[],
) => {
  const isAbout = (problem: string | undefined) =>
    problem?.includes(`${definition.name}.${key}`) ? problem : undefined;
  const answer = await text({
    message: `${key}: ${meaning}`,
    placeholder: optional ? `${values}; leave empty to keep it` : values,
    validate: (typed = '') =>
      typed === '' && optional ? undefined : isAbout(problemOf(definition, [...before, `${key}=${typed}`])),
  });
  const typed = orStop(answer);
  return typed === '' && optional ? before : [...before, `${key}=${typed}`];
};

/** Prompts for each key of a command. */
export async function promptBody(definition: Definition): Promise<unknown> {
  const { keys, single } = commandHelp.find((help) => help.name === definition.name)!;
  if (single) {
    const { meaning, values } = keys[0]!;
    const validate = (typed = '') => problemOf(definition, [typed]);
    const typed = orStop(await text({ message: meaning, placeholder: values, validate }));
    return readBody(definition, [typed]);
  }
  let words: readonly string[] = [];
  for (const key of keys) words = await promptKey(definition, key, words);
  return readBody(definition, words);
}

/** Prompts for the command to send and each of its keys. */
export async function promptCommand(): Promise<{
  readonly definition: Definition;
  readonly body: unknown;
}> {
  const name = orStop(
    await autocomplete({
      message: 'Which command?',
      options: commandHelp.map((help) => ({ value: help.name, label: help.name, hint: help.summary })),
      maxItems: 12,
    }),
  );
  const definition = findCommand(name);
  return { definition, body: await promptBody(definition) };
}
