import type { Field, Fields, RecordField } from '../field/field.ts';
import { record } from '../field/make.ts';
import type { Value } from '../field/value.ts';

export type OverrideGroup = 'clock' | 'weather' | 'people' | 'fault' | 'quirks' | 'lighting';

/**
 * One thing a person may do to a simulated house that no client of a real one can: `POST /simulation/<name>` with
 * the body. Ours; the interface has no simulation.
 */
export interface Override<Name extends string = string, Body extends Field = Field> {
  readonly name: Name;
  readonly group: OverrideGroup;
  readonly summary: string;
  readonly body: Body;
}

/** Returns the two makers of a group's overrides: one whose body is a single value, one whose body is a record. */
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

/** The body of an override, read off its definition. */
export type OverrideBodyOf<I> = I extends Override<string, infer Body> ? Value<Body> : never;
