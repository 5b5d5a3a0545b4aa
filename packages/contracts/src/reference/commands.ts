import type { Catalogue } from '@plenum/protocol/command';
import { checkCommand } from '@plenum/protocol/command';
import type { Command } from '@plenum/protocol/definition';
import { subsystems } from '@plenum/protocol/definition';
import { toCommandCounterexample, toCommandExample } from '@plenum/protocol/derive';
import { statusOf, toSentence } from '@plenum/protocol/refusal';
import { v1Commands } from '@plenum/protocol/v1';
import { fieldHead, toFieldRows } from '../markdown/fields.ts';
import { code, join, marked, table } from '../markdown/markdown.ts';

const toOriginal = (name: string): string =>
  Array.from(v1Commands.values())
    .filter(({ becomes }) => becomes.includes(name))
    .map((command) => code(command.name))
    .join(', ');

const toFacts = (command: Command): string => {
  const { alias, over, authority, section, isAddition, gap, name } = command;
  const original = toOriginal(name);
  return [
    `- Available: ${over.join(' and ')}; ${isAddition ? 'not part of the interface' : `interface ${section}`}`,
    ...(authority === 'installer' ? ['- Only for installers'] : []),
    ...(alias.length > 0 ? [`- Also spelled: ${alias.map(code).join(', ')}`] : []),
    ...(original === '' ? [] : [`- In the original interface: ${original}`]),
    ...(gap === undefined ? [] : [`- ${marked(gap)}`]),
  ].join('\n');
};

const toRefused = (command: Command, catalogue: Catalogue): string => {
  const body = toCommandCounterexample(command);
  const checked = checkCommand(body, catalogue);
  return checked.ok ? '' : `Refused with ${statusOf(checked.refusal)}: ${toSentence(checked.refusal)}`;
};

const toCommand = (command: Command, catalogue: Catalogue): string =>
  join([
    `#### ${command.name}`,
    command.summary,
    toFacts(command),
    table(fieldHead, toFieldRows(command.body)),
    `\`\`\`json\n${JSON.stringify(toCommandExample(command))}\n\`\`\``,
    toRefused(command, catalogue),
  ]);

const toGroup = (group: string, commands: readonly Command[], catalogue: Catalogue): string => {
  const { control } = subsystems[commands[0]!.subsystem];
  return join([
    `### Commands: ${group}`,
    `Sent to ${code(`POST ${control}`)}.`,
    ...commands.map((command) => toCommand(command, catalogue)),
  ]);
};

/** Returns the chapter of commands: the accepted values, an example and a refusal of each. */
export function toCommandChapter(catalogue: Catalogue): string {
  const groups = Map.groupBy(catalogue.values(), ({ group }) => group);
  return join([
    '## Commands',
    `${catalogue.size} commands. A body is one JSON object with the command's name as its only key. An unknown key, an unlisted value or a number outside its range is refused, and nothing changes. The answer is \`OK\`.`,
    ...Array.from(groups, ([group, commands]) => toGroup(group, commands, catalogue)),
  ]);
}
