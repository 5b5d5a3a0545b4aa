import { type CommandName, catalogue } from '@plenum/protocol/command';
import { memberOfBody } from '@plenum/protocol/definition';
import { type Field, factsOf, type NumberField } from '@plenum/protocol/field';

type Values = Readonly<Record<string, unknown>>;

const isRecord = (body: Field): boolean => factsOf(body).kind === 'record';

/** Builds a body from the values of its fields. */
export const composeBody = (body: Field, values: Values): unknown => (isRecord(body) ? values : values['']);

/** Returns the value of one field in a body. */
export const bodyValue = (body: Field, key: string, given: unknown): unknown =>
  isRecord(body) ? (given as Values)[key] : given;

/** Returns the definition of a member in the body of a command. */
export const bodyFieldOf = (name: CommandName, member: string): Field =>
  memberOfBody(catalogue.get(name)!.body, member);

/** Returns the limits and the step of the setpoint in a command, as wire values. */
export function setpointStepsOf(name: CommandName): {
  readonly min: number;
  readonly max: number;
  readonly step: number;
} {
  const { minimum, maximum, multipleOf } = bodyFieldOf(name, 'Setpoint') as NumberField;
  return { min: minimum!, max: maximum!, step: multipleOf! };
}
