import type { Field, Fields, RecordField } from '../field/field.ts';
import { record } from '../field/make.ts';
import type { Value } from '../field/value.ts';

export type InterventionGroup = 'clock' | 'weather' | 'people' | 'fault';

/**
 * One thing a person may do to a simulated house that no client of a real one can: `POST /simulation/<name>` with
 * the body. Ours; the interface has no simulation.
 */
export interface Intervention<Name extends string = string, Body extends Field = Field> {
  readonly name: Name;
  readonly group: InterventionGroup;
  readonly summary: string;
  readonly body: Body;
}

/** Returns the two makers of a group's interventions: one whose body is a single value, one whose body is a record. */
export const interventionsOf = (group: InterventionGroup) => ({
  value: <Name extends string, F extends Field>(
    name: Name,
    summary: string,
    body: F,
  ): Intervention<Name, F> => ({ name, group, summary, body }),

  record: <Name extends string, F extends Fields, Optional extends keyof F & string = never>(
    name: Name,
    summary: string,
    body: F,
    optional: readonly Optional[] = [],
  ): Intervention<Name, RecordField<F, Optional>> => ({
    name,
    group,
    summary,
    body: record(summary, body, { optional }),
  }),
});

/** The body of an intervention, read off its definition. */
export type InterventionBodyOf<I> = I extends Intervention<string, infer Body> ? Value<Body> : never;
