import { type ComponentKind, componentKinds, kinds } from '@plenum/protocol/component';
import { subsystems } from '@plenum/protocol/definition';
import { toExample } from '@plenum/protocol/derive';
import { izone, toWord } from '@plenum/protocol/dialect';
import type { Field } from '@plenum/protocol/field';
import { notificationOf, notifications } from '@plenum/protocol/notification';
import type { Part } from '@plenum/protocol/query';
import { queries } from '@plenum/protocol/query';
import { fieldHead, toFieldRows } from '../markdown/fields.ts';
import { code, join, type Row, table } from '../markdown/markdown.ts';

const shows = (part: Part, kind: ComponentKind): boolean => {
  if (part.from === 'firmware') return false;
  if (part.from === 'object') return Object.values(part.members).some((member) => shows(member, kind));
  const more = part.from === 'one' ? Object.values(part.and ?? {}) : [];
  return part.kind === kind || more.some((member) => shows(member, kind));
};

const toQueries = (kind: ComponentKind): string =>
  queries
    .filter(({ answer }) => Object.values(answer).some((part) => shows(part, kind)))
    .map(({ subsystem, type }) => `Type ${type} of ${code(subsystems[subsystem].query)}`)
    .join(', ');

const toCloud = (kind: ComponentKind): string => {
  const { token, key } = kinds[kind];
  if (token === undefined) return 'none';
  const index = key === undefined ? '0' : `<${key}>`;
  const branded = toWord(izone, 'kinds', token);
  const also = branded === token ? '' : ` (dialect izone: ${code(`<system_id>_${branded}_${index}`)})`;
  return `${code(`<system_id>_${token}_${index}`)}${also}`;
};

const toNotification = (kind: ComponentKind): string => {
  const notification = notificationOf(kind);
  return notification === undefined ? 'none' : code(notifications[notification].text);
};

/** A member of a datagram with a separate section, and therefore a separate table. */
const apart = 'Evap';
const isApart = ([field]: Row): boolean => field!.startsWith(`\`${apart}.`);

const fieldsOf = (kind: ComponentKind): Field => kinds[kind].fields;

const toDatagram = (kind: ComponentKind): string => {
  const example = JSON.stringify(toExample(fieldsOf(kind)));
  return join([
    `Datagram ${code(kinds[kind].name)}. ${kinds[kind].summary}`,
    [
      `- Read with: ${toQueries(kind)}`,
      `- Cloud component: ${toCloud(kind)}`,
      `- Change notice: ${toNotification(kind)}`,
    ].join('\n'),
    table(
      fieldHead,
      toFieldRows(fieldsOf(kind)).filter((row) => kind !== 'unit' || !isApart(row)),
    ),
    `<details><summary>Example</summary>\n\n\`\`\`json\n${example}\n\`\`\`\n\n</details>`,
  ]);
};

/**
 * Returns a block for each datagram: the queries that return it, its fields and an example. Fields with a separate
 * section also have a block.
 */
export const datagramBlocks = (): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(componentKinds.map((kind) => [`datagram ${kind}`, toDatagram(kind)])),
  [`fields ${apart}`]: table(fieldHead, toFieldRows(fieldsOf('unit')).filter(isApart)),
});
