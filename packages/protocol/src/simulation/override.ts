import type { Field, Fields, RecordField } from '../field/field.ts';
import { record } from '../field/make.ts';
import type { Value } from '../field/value.ts';

type OverrideGroup = 'clock' | 'weather' | 'people' | 'fault' | 'quirks' | 'lighting' | 'bridge';

/**
 * A change to a simulated house that clients of a real one cannot make: `POST /simulation/<name>` with the body. The
 * interface has no simulation; this is Plenum's addition.
 */
export interface Override<Name extends string = string, Body extends Field = Field> {
  readonly name: Name;
  readonly group: OverrideGroup;
  readonly summary: string;
  readonly body: Body;
}

/**
 * Returns two functions that define the overrides of a group: for a body that is a single value and for a body that is
 * a record.
 */
export const overrideMakers = (group: OverrideGroup) => ({
  value: <Name extends string, F extends Field>(name: Name, summary: string, body: F): Override<Name, F> => ({
    name,
    group,
    summary,
    body,
  }),

  record: <Name extends string, F extends Fields, Optional extends keyof F & string = never>(
    name: Name,
    summary: string,
    body: F,
    optional: readonly Optional[] = [],
  ): Override<Name, RecordField<F, Optional>> => ({
    name,
    group,
    summary,
    body: record(summary, body, { optional }),
  }),
});

/** The type of an override's body, derived from its definition. */
export type OverrideBodyOf<I> = I extends Override<string, infer Body> ? Value<Body> : never;
