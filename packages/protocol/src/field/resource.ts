import type { Field, Fields, RecordField } from './field.ts';
import { record } from './make.ts';
import type { Value } from './value.ts';

/** The settings object of one kind of thing, as a client reads it (interface 2). */
export interface Resource<F extends Fields = Fields> {
  readonly name: string;
  readonly summary: string;
  readonly section: string;
  readonly fields: RecordField<F, never>;
}

/** Defines a resource from its fields. */
export const resource = <F extends Fields>(
  name: string,
  about: { summary: string; section: string; fields: F },
): Resource<F> => ({
  name,
  summary: about.summary,
  section: about.section,
  fields: record(about.summary, about.fields, { section: about.section }),
});

/** The datagram of a resource: what a client reads. */
export type Datagram<R> = R extends Resource<infer F> ? Value<RecordField<F, never>> : never;

/** The members of a resource in their order. */
export const membersOf = (of: Resource): [string, Field][] => Object.entries(of.fields.properties);
