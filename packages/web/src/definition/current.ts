import { toExpectation } from '@plenum/client/expectation';
import { targets } from '@plenum/protocol/cloud';
import type { AnyCommand, Command, CommandName } from '@plenum/protocol/command';
import type { ComponentKind } from '@plenum/protocol/component';
import { toExample } from '@plenum/protocol/derive';
import type { Field } from '@plenum/protocol/field';
import { partsOf, toWhole } from '../reading/body.ts';

/** The commands that change a component of a kind, in the order of the interface. */
export const commandsFor = (commands: Iterable<Command>, kind: ComponentKind): readonly Command[] =>
  [...commands].filter(({ name }) => targets[name as CommandName].kind === kind);

/** The members of a command's body that a person fills in: all but the index of the thing it goes to. */
export const membersOf = (command: Command): readonly (readonly [key: string, field: Field])[] => {
  const { by } = targets[command.name as CommandName];
  return by === 'value' ? [] : partsOf(command.body).filter(([key]) => key !== by);
};

/** The body of a command to a component, from the values of its members. */
export const toBody = (
  command: Command,
  index: number,
  values: Readonly<Record<string, unknown>>,
): unknown => {
  const { by, from = 0 } = targets[command.name as CommandName];
  if (by === 'value') return index + from;
  return by === undefined ? toWhole(command.body, values) : { [by]: index + from, ...values };
};

const at = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], value);

/** The path to a mark within a value, where it is in it. */
const pathTo = (value: unknown, mark: symbol): readonly string[] | undefined => {
  if (value === mark) return [];
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const path = pathTo(inner, mark);
    if (path !== undefined) return [key, ...path];
  }
  return undefined;
};

/**
 * The values a form opens with: those the component has, or where it does not show them the examples of the
 * definition. Where a member shows is asked of the expectation of the command, with a mark in each place.
 */
export const valuesNow = (command: Command, datagram: object): Readonly<Record<string, unknown>> => {
  const members = membersOf(command);
  const marks = Object.fromEntries(members.map(([key]) => [key, Symbol(key)]));
  const body = toBody(command, 0, marks);
  const fields = toExpectation({ name: command.name, body } as unknown as AnyCommand)?.fields ?? [];
  return Object.fromEntries(
    members.map(([key, field]) => {
      const paths = fields.flatMap(({ path, value }) => {
        const rest = pathTo(value, marks[key]!);
        return rest === undefined ? [] : [[...path, ...rest]];
      });
      const now = at(datagram, paths[0] ?? [key]);
      return [key, typeof now === 'boolean' ? Number(now) : (now ?? toExample(field))];
    }),
  );
};
