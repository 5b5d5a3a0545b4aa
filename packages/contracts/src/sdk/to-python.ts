import type { Catalogue } from '@plenum/protocol/command';
import { componentKinds, recordOf } from '@plenum/protocol/component';
import type { Kind } from '@plenum/protocol/field';
import { type Field, factsOf, type ListField, type RecordField } from '@plenum/protocol/field';
import { toSdkDefinitions } from './definitions.ts';
import { allEnumerations, labelsOf, remarkOf, typeNameOf, wordsOf } from './names.ts';

const enumeration = (of: (typeof allEnumerations)[number]): string => {
  const members = labelsOf(of).map(([label, value]) => {
    const name = wordsOf(label).join('_').toUpperCase();
    return `    ${/^\d/.test(name) ? `N${name}` : name} = ${value}`;
  });
  return `class ${typeNameOf(of)}(IntEnum):\n${members.join('\n')}`;
};

/** Returns a record as a class, after the classes of its members. */
const toClass = (name: string, field: RecordField): readonly string[] => {
  const inner: string[] = [];
  const typeOf = (key: string, member: Field): string => {
    const { kind } = factsOf(member);
    if (kind === 'record') {
      inner.push(...toClass(`${name}${key}`, member as RecordField));
      return `${name}${key}`;
    }
    if (kind === 'list') return `list[${typeOf(key, (member as ListField<Field>).items)}]`;
    return types[kind] ?? 'int';
  };
  const members = Object.entries(field.properties as Record<string, Field>).map(
    ([key, member]) => `    ${key}: ${typeOf(key, member)}  # ${remarkOf(member)}`,
  );
  const head = `class ${name}(TypedDict, total=False):\n    """${field.description.replace(/\.?$/, '.')}"""\n`;
  return [...inner, [head, ...members].join('\n')];
};

const types: Partial<Record<Kind, string>> = {
  quantity: 'float',
  name: 'str',
  text: 'str',
  word: 'str',
  bool: 'bool',
  object: 'dict[str, Any]',
  map: 'dict[str, Any]',
};

const classNameOf = (kind: string) => kind.slice(0, 1).toUpperCase() + kind.slice(1);

/** Returns the generated part of `sdk/python/plenum.py`. */
export function toPython(catalogue: Catalogue): string {
  const { queries, commands, dialects } = toSdkDefinitions(catalogue);
  return [
    ...allEnumerations.filter((each) => labelsOf(each).length > 0).map(enumeration),
    ...componentKinds.flatMap((kind) => toClass(classNameOf(kind), recordOf(kind))),
    `QUERIES: dict[str, Any] = json.loads(r"""${queries}""")`,
    `DIALECTS: dict[str, Any] = json.loads(r"""${dialects}""")`,
    `COMMANDS: dict[str, Any] = json.loads(r"""${commands}""")`,
  ].join('\n\n\n');
}
