import type { Kind } from './facts.ts';
import {
  type BoolField,
  type Field,
  factsOf,
  type ListField,
  type MapField,
  type NumberField,
  type ObjectField,
  type QuantityField,
  type RecordField,
  type TextField,
  type WordField,
} from './field.ts';

/** The type of a field of each kind. */
interface FieldOfKind {
  readonly temperature: NumberField;
  readonly setpoint: NumberField;
  readonly flag: NumberField;
  readonly choice: NumberField;
  readonly percent: NumberField;
  readonly minutes: NumberField;
  readonly clock: NumberField;
  readonly index: NumberField;
  readonly number: NumberField;
  readonly instant: NumberField;
  readonly quantity: QuantityField;
  readonly name: TextField;
  readonly text: TextField;
  readonly word: WordField;
  readonly bool: BoolField;
  readonly record: RecordField;
  readonly object: ObjectField;
  readonly list: ListField<Field>;
  readonly map: MapField<Field>;
}

/** A table with one function for each kind of field. Each takes a field of its kind, then the same other parameters. */
export type ByKind<Result, Others extends readonly unknown[] = []> = {
  readonly [K in Kind]: (field: FieldOfKind[K], ...others: Others) => Result;
};

/** Calls the function that a table has for the kind of a field. */
export const callByKind = <Result, Others extends readonly unknown[]>(
  table: ByKind<Result, Others>,
  field: Field,
  ...others: Others
): Result =>
  // The type of a field follows from its kind, which TypeScript cannot see in its facts.
  table[factsOf(field).kind](field as never, ...others);
