import type { Field } from '../field/field.ts';

/**
 * What a check of a bridge says of a quirk: `note` is lawful, and a client has to expect it; `warn` is not excluded by
 * the interface but breaks clients; `fail` contradicts the interface.
 */
export type Verdict = 'note' | 'warn' | 'fail';

/** One thing that real devices do and that the interface does not say, as data. */
export interface Quirk {
  /** What a device does. */
  readonly summary: string;
  /** Where it is written: a section of docs/interface. */
  readonly source: string;
  readonly verdict: Verdict;
  /** Its value: how often, how long, which; the example is the usual one. */
  readonly value: Field;
}

/** The quirks of a table by name, and their values as the fields of a record. */
export const fieldsOf = <M extends Readonly<Record<string, Quirk>>>(table: M) =>
  Object.fromEntries(Object.entries(table).map(([name, { value }]) => [name, value])) as {
    readonly [Name in keyof M]: M[Name]['value'];
  };
