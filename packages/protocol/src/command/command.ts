import type { Field, Fields, RecordField } from '../field/field.ts';
import { record } from '../field/make.ts';
import type { Value } from '../field/value.ts';

/** The subsystems of an installation; each has one control path (interface 4.2). */
export type Subsystem = 'ac' | 'split' | 'vrf' | 'irrigation' | 'power';
export type Door = 'local' | 'cloud';

/** One control command: a JSON object with the command's name as its only key (interface 4.4). */
export interface Command<Name extends string = string, Body extends Field = Field> {
  readonly name: Name;
  readonly subsystem: Subsystem;
  readonly group: string;
  readonly summary: string;
  readonly over: readonly Door[];
  readonly section: string;
  readonly body: Body;
  readonly alias: readonly string[];
  readonly gap?: string;
}

interface AboutCommand {
  readonly summary: string;
  readonly alias?: readonly string[];
  readonly gap?: string;
}

interface Group {
  readonly subsystem: Subsystem;
  readonly group: string;
  readonly over: readonly Door[];
  readonly section: string;
}

/** Returns the two makers of a group's commands: one whose body is a single value, one whose body is a record. */
export const commandsOf = (group: Group) => ({
  value: <Name extends string, F extends Field>(
    name: Name,
    about: AboutCommand & { body: F },
  ): Command<Name, F> => ({ name, ...group, alias: [], ...about }),

  record: <Name extends string, F extends Fields, Optional extends keyof F & string = never>(
    name: Name,
    about: AboutCommand & { body: F; optional?: readonly Optional[] },
  ): Command<Name, RecordField<F, Optional>> => {
    const { body, optional = [], ...rest } = about;
    return { name, ...group, alias: [], ...rest, body: record(about.summary, body, { optional }) };
  },
});

/** The body of a command, read off its definition. */
export type BodyOf<C> = C extends Command<string, infer Body> ? Value<Body> : never;
