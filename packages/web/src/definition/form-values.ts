import type { ComponentKind } from '@plenum/protocol/component';
import { type Command, membersOfBody } from '@plenum/protocol/definition';
import { toExample } from '@plenum/protocol/derive';
import { type Field, isIndex, type NumberField } from '@plenum/protocol/field';
import { composeBody } from '../reading/body.ts';

/** Returns the commands for a kind of component, in the order of the interface. */
export const commandsFor = (commands: Iterable<Command>, kind: ComponentKind): readonly Command[] =>
  [...commands].filter(({ component }) => component === kind);

/** Returns the members of a command's body that a person fills in: all except the component's index. */
export const inputsOf = ({ body, index }: Command): readonly (readonly [key: string, field: Field])[] =>
  membersOfBody(body).filter(([key]) => key !== index?.member);

/** Returns the body of a command to a component, from the values of its members. */
export const toBody = (
  { body, index: counted }: Command,
  index: number,
  values: Readonly<Record<string, unknown>>,
): unknown =>
  composeBody(body, counted === undefined ? values : { [counted.member]: index + counted.from, ...values });

const at = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], value);

/**
 * Returns the initial values of a form: the component's values, or the examples in the definition if the component does
 * not have them. `place` contains the members that select an entry in a path (`Devices.{Device}.Name`); for a missing
 * member, the first entry is used.
 */
export function currentValues(
  command: Command,
  datagram: object,
  place: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
  const inputs = inputsOf(command);
  const places = Object.fromEntries(
    inputs.flatMap(([key, field]) =>
      isIndex(field) ? [[key, place[key] ?? (field as NumberField).minimum ?? 0]] : [],
    ),
  );
  return Object.fromEntries(
    inputs.map(([key, field]) => {
      if (isIndex(field)) return [key, places[key]];
      const path = command.sets[key]?.replace(/\{(.*?)\}/g, (_, member: string) => String(places[member]));
      const now = path === undefined ? undefined : at(datagram, path.split('.'));
      const example = command.isSecret === true ? '' : toExample(field);
      return [key, typeof now === 'boolean' ? Number(now) : (now ?? example)];
    }),
  );
}

/** True if the field leaves a choice. The only valid value of `Pair`, for example, is 1. */
export function isChoosable(field: Field): boolean {
  const { minimum, maximum } = field as Partial<NumberField>;
  return minimum === undefined || minimum !== maximum;
}

/** True if a component has any of the fields that a command sets, since kinds of lamps have different fields. */
export function setsSomethingOf({ sets }: Command, datagram: object): boolean {
  const fields = Object.values(sets).map((path) => path.split('.')[0]!);
  return fields.length === 0 || fields.some((field) => Object.hasOwn(datagram, field));
}
