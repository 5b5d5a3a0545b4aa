import { v1Commands } from '../../v1/commands.ts';
import { v1Reads } from '../../v1/reads.ts';
import { describe } from '../describe.ts';
import { v1Members } from '../openapi/original.ts';
import { toExample } from '../to-example.ts';
import { placedFields } from './fields.ts';
import { code, join, table } from './markdown.ts';

const titles = { unit: 'SystemSettings', zone: 'Zones', schedule: 'Schedules' } as const;

const toMembers = (kind: keyof typeof titles): string => {
  const rows = v1Members[kind].map(({ key, schema, meaning }) => [
    code(key),
    Array.isArray(schema.enum)
      ? schema.enum.map((word) => code(`"${word}"`)).join(', ')
      : String(schema.type),
    meaning,
  ]);
  return join([`### ${titles[kind]}`, table(['Member', 'Values', 'In the current interface'], rows)]);
};

/** The chapter of the original interface (wire facts 8). */
export const toOriginalChapter = (): string =>
  join([
    '## The original interface (v1)',
    'Text of paths, keys and values is case sensitive. Reads are `GET` and answer a bare body; commands are `POST /<Name>` with `{"<Name>": value}` and answer `{OK}`, or `{ERROR: <sentence>}` with HTTP 200 (wire facts 8).',
    table(
      ['Read', 'Answers'],
      v1Reads.map(({ path, kind, summary }) => [
        code(`GET ${path}`),
        `${summary} ${kind === 'unit' ? 'One object.' : 'A list; what is not installed is there too.'}`,
      ]),
    ),
    table(
      ['Command', 'Body', 'Values', 'Becomes', 'Meaning'],
      Array.from(v1Commands.values(), ({ name, field, becomes, summary }) => [
        code(name),
        code(JSON.stringify({ [name]: toExample(field) })),
        placedFields(field)
          .map((placed) => `${placed.path === '' ? '' : `${placed.path}: `}${describe(placed.field)}`)
          .join('; '),
        becomes.map(code).join(', '),
        summary,
      ]),
    ),
    toMembers('unit'),
    toMembers('zone'),
    toMembers('schedule'),
  ]);
