import { type Command, membersOfBody } from '@plenum/protocol/command';
import type { ComponentKind } from '@plenum/protocol/component';
import { toExample } from '@plenum/protocol/derive';
import type { Field } from '@plenum/protocol/field';
import { composeBody } from '../reading/body.ts';

/** The commands to a kind of component, in the order of the interface. */
export const commandsFor = (commands: Iterable<Command>, kind: ComponentKind): readonly Command[] =>
  [...commands].filter(({ component }) => component === kind);

/** The members of a command's body that a person fills in: all but the index of the component it goes to. */
export const inputsOf = ({ body, index }: Command): readonly (readonly [key: string, field: Field])[] =>
  membersOfBody(body).filter(([key]) => key !== index?.member);

/** The body of a command to a component, from the values of its members. */
export const toBody = (
  { body, index: counted }: Command,
  index: number,
  values: Readonly<Record<string, unknown>>,
): unknown =>
  composeBody(body, counted === undefined ? values : { [counted.member]: index + counted.from, ...values });

const at = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], value);

/**
 * The initial values of a form: those of the component, or the examples of the definition where it does not show them.
 */
export const currentValues = (command: Command, datagram: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    inputsOf(command).map(([key, field]) => {
      const path = command.sets[key];
      const now = path === undefined ? undefined : at(datagram, path.split('.'));
      return [key, typeof now === 'boolean' ? Number(now) : (now ?? toExample(field))];
    }),
  );
