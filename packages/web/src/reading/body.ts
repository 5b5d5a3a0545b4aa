import { type CommandName, catalogue } from '@plenum/protocol/command';
import { type Field, factsOf, type NumberField, type RecordField } from '@plenum/protocol/field';

type Values = Readonly<Record<string, unknown>>;

const isRecord = (body: Field): body is RecordField => factsOf(body).kind === 'record';

/** The fields of a body: the members of a record, or the body itself under the empty key. */
export const bodyFields = (body: Field): readonly (readonly [key: string, field: Field])[] =>
  isRecord(body) ? Object.entries(body.properties as RecordField['properties']) : [['', body]];

/** Builds a body from the values of its fields. */
export const composeBody = (body: Field, values: Values): unknown => (isRecord(body) ? values : values['']);

/** The value of one field in a body. */
export const bodyValue = (body: Field, key: string, given: unknown): unknown =>
  isRecord(body) ? (given as Values)[key] : given;

export const isIndex = (field: Field): boolean => factsOf(field).kind === 'index';

/** A member of the record that is the body of a command, as defined. */
export const bodyFieldOf = (name: CommandName, member: string): Field =>
  (catalogue.get(name)!.body as RecordField).properties[member]!;

/** The ends and the step of the setpoint a command takes, as defined: wire numbers. */
export const setpointStepsOf = (
  name: CommandName,
): { readonly min: number; readonly max: number; readonly step: number } => {
  const { minimum, maximum, multipleOf } = bodyFieldOf(name, 'Setpoint') as NumberField;
  return { min: minimum!, max: maximum!, step: multipleOf! };
};
