import { describe, toExample } from '@plenum/protocol/derive';
import { v1Commands, v1Reads } from '@plenum/protocol/v1';
import { placedFields } from '../markdown/fields.ts';
import { code, table } from '../markdown/markdown.ts';
import { v1Members } from '../openapi/original.ts';

const toReads = (): string =>
  table(
    ['Read', 'Answers'],
    v1Reads.map(({ path, kind, summary }) => [
      code(`GET ${path}`),
      `${summary} ${kind === 'unit' ? 'One object.' : 'A list that includes what is not installed.'}`,
    ]),
  );

const toCommands = (): string =>
  table(
    ['Command', 'Body', 'Values', 'In the current interface', 'Meaning'],
    Array.from(v1Commands.values(), ({ name, field, becomes, summary }) => [
      code(name),
      code(JSON.stringify({ [name]: toExample(field) })),
      placedFields(field)
        .map((placed) => `${placed.path === '' ? '' : `${placed.path}: `}${describe(placed.field)}`)
        .join('; '),
      becomes.map(code).join(', '),
      summary,
    ]),
  );

const toMembers = (kind: keyof typeof v1Members): string =>
  table(
    ['Member', 'Values', 'In the current interface'],
    v1Members[kind].map(({ key, schema, meaning }) => [
      code(key),
      Array.isArray(schema.enum)
        ? schema.enum.map((word) => code(`"${word}"`)).join(', ')
        : String(schema.type),
      meaning,
    ]),
  );

/**
 * Returns the blocks about the original interface (wire facts 8): its reads and commands, and the members of each
 * object.
 */
export const originalBlocks = (): Readonly<Record<string, string>> => ({
  'v1 reads': toReads(),
  'v1 commands': toCommands(),
  'v1 unit': toMembers('unit'),
  'v1 zone': toMembers('zone'),
  'v1 schedule': toMembers('schedule'),
});
