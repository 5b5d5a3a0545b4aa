import { type ComponentKind, componentKinds, kinds } from '../../component/kinds.ts';
import { izone } from '../../dialect/dialect.ts';
import { toWord } from '../../dialect/word.ts';
import type { Field } from '../../field/field.ts';
import { notificationOf, notifications } from '../../notification/notification.ts';
import { queries } from '../../query/catalogue.ts';
import type { Part } from '../../query/query.ts';
import { subsystems } from '../../query/subsystems.ts';
import { toExample } from '../to-example.ts';
import { fieldHead, toFieldRows } from './fields.ts';
import { code, join, table, toSentenceCase } from './markdown.ts';

const speaksOf = (part: Part, kind: ComponentKind): boolean => {
  if (part.from === 'firmware') return false;
  if (part.from === 'object') return Object.values(part.members).some((member) => speaksOf(member, kind));
  const more = part.from === 'one' ? Object.values(part.and ?? {}) : [];
  return part.kind === kind || more.some((member) => speaksOf(member, kind));
};

const toQueries = (kind: ComponentKind): string =>
  queries
    .filter(({ answer }) => Object.values(answer).some((part) => speaksOf(part, kind)))
    .map(({ subsystem, type }) => `Type ${type} of ${code(subsystems[subsystem].query)}`)
    .join(', ');

const toCloud = (kind: ComponentKind): string => {
  const { token } = kinds[kind];
  if (token === undefined) return 'none';
  const branded = toWord(izone, 'kinds', token);
  const also = branded === token ? '' : ` (izone ${code(`<system_id>_${branded}_<n>`)})`;
  return `${code(`<system_id>_${token}_<n>`)}${also}`;
};

const toNotification = (kind: ComponentKind): string => {
  const notification = notificationOf(kind);
  return notification === undefined ? 'none' : code(notifications[notification].text);
};

const toResource = (kind: ComponentKind): string => {
  const { of } = kinds[kind];
  const example = JSON.stringify(toExample(of.fields as unknown as Field));
  return join([
    `### ${of.name}`,
    `${toSentenceCase(of.summary)} Section ${of.section}.`,
    [
      `- Read with: ${toQueries(kind)}`,
      `- Cloud component: ${toCloud(kind)}`,
      `- Notification: ${toNotification(kind)}`,
    ].join('\n'),
    table(fieldHead, toFieldRows(of.fields as unknown as Field, of.section)),
    `<details><summary>Example</summary>\n\n\`\`\`json\n${example}\n\`\`\`\n\n</details>`,
  ]);
};

/** The chapter of everything that can be read. */
export const toResourceChapter = (): string =>
  join([
    '## What is read',
    'Answers are open: a client must live with fields and values it does not know. Every answer is wrapped as `{"HvacDeviceUId", "DeviceType", <key>}`; the key stands with each query above.',
    ...componentKinds.map(toResource),
  ]);
