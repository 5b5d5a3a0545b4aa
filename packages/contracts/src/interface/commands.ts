import type { Catalogue } from '@plenum/protocol/command';
import { kinds } from '@plenum/protocol/component';
import type { Command } from '@plenum/protocol/definition';
import { subsystems } from '@plenum/protocol/definition';
import { describe } from '@plenum/protocol/derive';
import { type Field, factsOf, type ListField, type RecordField } from '@plenum/protocol/field';
import { placedFields } from '../markdown/fields.ts';
import { code, join, marked, table, toAnchor } from '../markdown/markdown.ts';

/** The page that describes each command with an example and a refusal. */
const reference = 'reference.md';

/**
 * Combines notes with the same `text`: lists their paths, each followed by `joint`, and then the text once. Example:
 * "`M`, `Tu` 0 or 1; `Index` 0-8".
 */
const gather = (notes: readonly { path: string; text: string }[], joint: string): readonly string[] =>
  Array.from(
    Map.groupBy(notes, ({ text }) => text),
    ([text, all]) => {
      const paths = all.filter(({ path }) => path !== '').map(({ path }) => code(path));
      return paths.length === 0 ? text : `${paths.join(', ')}${joint} ${text}`;
    },
  );

/** Returns the name of an enumeration, whose values have a separate table; otherwise the values. */
const toShort = (field: Field): string => factsOf(field).enumeration ?? describe(field);

const toParameters = ({ body }: Command): string =>
  gather(
    placedFields(body)
      .filter(({ path }) => !path.startsWith('DaysEnabled.'))
      .map(({ path, field }) => ({ path, text: toShort(field) })),
    '',
  ).join('; ');

/** Returns the notes of a command. Availability is noted only if it is not the same for all commands of a section. */
const toNotes = ({ gap, body, over, authority }: Command, isMixed: boolean): string => {
  const ofFields = placedFields(body).flatMap(({ path, field }) => {
    const { gap: text } = factsOf(field);
    return text === undefined ? [] : [{ path, text }];
  });
  const own = [...(gap === undefined ? [] : [gap]), ...gather(ofFields, ':')].map(marked);
  return [
    ...(isMixed && !over.includes('cloud') ? ['locally only'] : []),
    ...(authority === 'installer' ? ["an installer's"] : []),
    ...own,
  ].join('; ');
};

/** Returns the field of a datagram at a path such as `Devices.{Device}.Enabled`. */
const fieldAt = (field: Field, path: readonly string[]): Field =>
  path.reduce<Field>(
    (of, key) =>
      factsOf(of).kind === 'list'
        ? (of as ListField<Field>).items
        : ((of as RecordField).properties[key] as Field),
    field,
  );

/**
 * Returns the fields that a command sets and by which clients can read its effect back. For a command with a later
 * effect, returns the datagrams that change.
 */
const toChanges = ({ component, sets, entry, alsoChanges, isSecret, gap = '' }: Command): string => {
  if (entry !== undefined) return code(entry.list);
  const paths = [...new Set(Object.values(sets))];
  if (paths.length > 0) {
    const fields = paths.map((path) => {
      const { inert } = factsOf(fieldAt(kinds[component].fields, path.split('.')));
      return {
        path: path.replaceAll(/\.\{\w+\}/g, '[]'),
        text: inert === undefined ? '' : `stored, but without effect in the simulation: ${inert}`,
      };
    });
    return gather(fields, ':')
      .map((text) => text.replace(/: $/, ''))
      .join('; ');
  }
  if (/\brefused$/.test(gap) || /^refused\b/.test(gap)) return 'nothing; it is refused';
  if (isSecret) return 'nothing that is shown';
  const changed = alsoChanges.length > 0 ? alsoChanges : [component];
  return `state of ${changed.map((kind) => code(kinds[kind].name)).join(', ')}`;
};

const toGroup = (commands: readonly Command[]): string => {
  const { subsystem, over } = commands[0]!;
  const isMixed = commands.some((command) => command.over.length !== over.length);
  const where = isMixed
    ? 'locally and, unless noted otherwise, over the cloud'
    : over.includes('cloud')
      ? 'locally and over the cloud'
      : 'locally only';
  return join([
    `Sent to ${code(`POST ${subsystems[subsystem].control}`)}; available ${where}.`,
    table(
      ['Command', 'What it does', 'Values on the wire', 'Changes', 'Notes'],
      commands.map((command) => [
        `[${command.name}](${reference}#${toAnchor(command.name)})`,
        command.summary,
        toParameters(command),
        toChanges(command),
        toNotes(command, isMixed),
      ]),
    ),
  ]);
};

/** Returns one table of commands per section, such as `commands 4.4 Zone`, without additions. */
export const commandBlocks = (catalogue: Catalogue): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Array.from(
      Map.groupBy(
        [...catalogue.values()].filter(({ isAddition }) => !isAddition),
        ({ section }) => section,
      ),
      ([section, commands]) => [`commands ${section}`, toGroup(commands)],
    ),
  );
