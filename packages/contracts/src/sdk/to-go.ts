import type { Catalogue } from '@plenum/protocol/command';
import { componentKinds, recordOf } from '@plenum/protocol/component';
import type { Kind } from '@plenum/protocol/field';
import { type Field, factsOf, type ListField, type RecordField } from '@plenum/protocol/field';
import { toSdkDefinitions } from './definitions.ts';
import { allEnumerations, labelsOf, remarkOf, typeNameOf, wordsOf } from './names.ts';

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Aligns columns like gofmt: each column is as wide as its widest cell, followed by one space. */
const align = (rows: readonly (readonly string[])[], indent: string): string[] => {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]!.length)));
  return rows.map((row) => `${indent}${row.map((cell, at) => cell.padEnd(widths[at]!)).join(' ')}`.trimEnd());
};

const enumeration = (of: (typeof allEnumerations)[number]): string => {
  const type = typeNameOf(of);
  const rows = labelsOf(of).map(([label, value]) => [
    `${type}${wordsOf(label).map(capital).join('')}`,
    type,
    `= ${value}`,
  ]);
  return [
    `// ${type} is the enumeration ${of.name} of the interface.\ntype ${type} int\n`,
    `const (\n${align(rows, '\t').join('\n')}\n)`,
  ].join('\n');
};

const types: Partial<Record<Kind, string>> = {
  quantity: 'float64',
  name: 'string',
  text: 'string',
  word: 'string',
  bool: 'bool',
  object: 'map[string]any',
  map: 'map[string]any',
};

/** Returns a record as a type, after the types of its members. */
const toStruct = (name: string, field: RecordField): readonly string[] => {
  const inner: string[] = [];
  const typeOf = (key: string, member: Field): string => {
    const { kind } = factsOf(member);
    if (kind === 'record') {
      inner.push(...toStruct(`${name}${capital(key)}`, member as RecordField));
      return `${name}${capital(key)}`;
    }
    if (kind === 'list') return `[]${typeOf(key, (member as ListField<Field>).items)}`;
    return types[kind] ?? 'int';
  };
  // A key with two spellings (wire facts 3) is one field, because Go ignores the case of keys.
  const members = new Map(
    Object.entries(field.properties as Record<string, Field>).map(([key, member]) => [
      capital(key),
      [key, member] as const,
    ]),
  );
  const rows = [...members.values()].map(([key, member]) => [
    capital(key),
    typeOf(key, member),
    `\`json:"${key}"\``,
    `// ${remarkOf(member)}`,
  ]);
  const about = field.description.replace(/\.?$/, '.');
  return [...inner, [`// ${name}: ${about}`, `type ${name} struct {`, ...align(rows, '\t'), '}'].join('\n')];
};

/** Returns the generated part of `sdk/go/plenum.go`, formatted as by gofmt. */
export function toGo(catalogue: Catalogue): string {
  const { queries, commands, dialects } = toSdkDefinitions(catalogue);
  return [
    ...allEnumerations.filter((each) => labelsOf(each).length > 0).map(enumeration),
    ...componentKinds.flatMap((kind) => toStruct(capital(kind), recordOf(kind))),
    `const queryDefinitions = \`${queries}\``,
    `const dialectDefinitions = \`${dialects}\``,
    `const commandDefinitions = \`${commands}\``,
  ].join('\n\n');
}
