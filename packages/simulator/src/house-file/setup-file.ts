import { createRequire } from 'node:module';
import type { Setup } from '@plenum/insight/setup';
import { check } from '@plenum/protocol/check';
import { checkCommand } from '@plenum/protocol/command';
import { list, object, record } from '@plenum/protocol/field';
import { ok, type Result, refuse, toSentence } from '@plenum/protocol/refusal';
import { readText } from './yaml.ts';

const require = createRequire(import.meta.url);

/** Highest number of commands in one file. The largest house needs half as many. */
const maxCommands = 2_000;

const file = record('setup of a house', {
  setup: list('commands, each with its value', object('command'), { max: maxCommands }),
});

/** Returns the setup of a house as the text of a YAML file, one command per line. */
export function writeSetup(setup: Setup): string {
  const { stringify } = require('yaml') as typeof import('yaml');
  const lines = setup.map(
    (command) => `  - ${stringify(command, { collectionStyle: 'flow', lineWidth: 0 }).trim()}`,
  );
  return ['# The setup of a house: plenum install HOST --import FILE', 'setup:', ...lines, ''].join('\n');
}

/** Reads the text of a setup file. Refuses the first invalid command, with its position in the file. */
export function readSetup(text: string, name: string): Result<Setup> {
  const read = readText(text);
  if (!read.ok) return refuse('wrong-file', { facts: { file: name, ...read.position, why: read.why } });
  const checked = check(file, read.value);
  if (!checked.ok)
    return refuse('wrong-file', {
      facts: { file: name, ...read.locate(checked.refusal.path), why: toSentence(checked.refusal) },
    });
  for (const [place, command] of checked.value.setup.entries()) {
    const known = checkCommand(command);
    if (known.ok) continue;
    const why = toSentence(known.refusal);
    return refuse('wrong-file', { facts: { file: name, ...read.locate(['setup', String(place)]), why } });
  }
  return ok(checked.value.setup as Setup);
}
