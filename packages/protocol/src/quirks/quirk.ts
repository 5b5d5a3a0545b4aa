import type { Field } from '../field/field.ts';

/**
 * The severity of a quirk that a bridge check detects. `note`: the interface permits the behaviour, and clients must
 * expect it. `warn`: the interface does not exclude the behaviour, but it breaks clients. `fail`: the behaviour
 * contradicts the interface.
 */
export type Verdict = 'note' | 'warn' | 'fail';

/** One behaviour of real devices that the interface does not describe, as data. */
export interface Quirk {
  /** Description of the device's behaviour. */
  readonly summary: string;
  /** The section of docs/interface that describes it. */
  readonly source: string;
  readonly verdict: Verdict;
  /** The field of its value: a frequency, a duration or a choice. Its example is the usual value. */
  readonly value: Field;
}

/** Returns the values of a table of quirks as the fields of a record. */
export const fieldsOf = <M extends Readonly<Record<string, Quirk>>>(table: M) =>
  Object.fromEntries(Object.entries(table).map(([name, { value }]) => [name, value])) as {
    readonly [Name in keyof M]: M[Name]['value'];
  };
