import type { ComponentRef } from '../component/kinds.ts';
import type { Command } from '../definition/command.ts';
import { factsOf } from '../field/field.ts';
import { type AnyCommand, type Catalogue, catalogue } from './catalogue.ts';

/** The values that a command sets in its component. */
export interface Effect extends ComponentRef {
  /** The changed fields, by their path in the datagram, with their new values. */
  readonly fields: readonly { readonly path: readonly string[]; readonly value: unknown }[];
  /** The list entry that the command sets. */
  readonly entry?: EntryEffect;
}

/** An entry of a list of lists, identified by its first number. `value` is null if the entry is removed. */
interface EntryEffect {
  readonly list: string;
  readonly first: number;
  readonly value: readonly unknown[] | null;
}

type Values = Readonly<Record<string, unknown>>;

/** Returns the values of a body by member. A body that is a single value is under the empty key. */
const valuesOf = ({ body: field }: Command, body: unknown): Values =>
  factsOf(field).kind === 'record' ? (body as Values) : { '': body };

const toPath = (path: string, values: Values): readonly string[] =>
  path.split('.').map((part) => part.replace(/^\{(.*)\}$/, (_, member: string) => String(values[member])));

/** Returns the component that a command is addressed to. */
export function targetOf({ name, body }: AnyCommand, of: Catalogue = catalogue): ComponentRef {
  const definition = of.get(name)!;
  const { component: kind, index } = definition;
  if (index === undefined) return { kind, index: 0 };
  return { kind, index: (valuesOf(definition, body)[index.member] as number) - index.from };
}

/** Returns the effect of a command; undefined if no field shows that the command was carried out. */
export function effectOf(command: AnyCommand, of: Catalogue = catalogue): Effect | undefined {
  const definition = of.get(command.name)!;
  const { sets, entry } = definition;
  const values = valuesOf(definition, command.body);
  const fields = Object.entries(sets)
    .filter(([member]) => Object.hasOwn(values, member))
    .map(([member, path]) => ({ path: toPath(path, values), value: values[member] }));
  const target = targetOf(command, of);
  if (entry !== undefined) {
    const { list, members, unless } = entry;
    const value = members.map((member) => values[member]);
    const effect = { list, first: value[0] as number, value: values[unless] === 0 ? null : value };
    return { ...target, fields, entry: effect };
  }
  return fields.length === 0 ? undefined : { ...target, fields };
}
