import type { Field, Fields, IndexField, RecordField } from '../field/field.ts';
import { factsOf, isIndex } from '../field/field.ts';
import { record } from '../field/make.ts';
import type { Value } from '../field/value.ts';
import type { ComponentKind, Datagram, Resource } from './resource.ts';
import type { Subsystem } from './subsystem.ts';

/** The networks a command is available on (interface 4.4, "Availability"). */
export type Availability = 'local' | 'cloud';

/** Whose a command is: who lives in the house, or who installs and sets up its equipment (installer). */
export type Authority = 'owner' | 'installer';

/**
 * A command that sets one entry of a list: `list` is the field that holds the entries, `members` are the members of the
 * body in the order of the numbers of an entry. The first number identifies the entry. A body whose member `unless` is
 * 0 removes it.
 */
export interface ListEntry<Member extends string = string> {
  readonly list: string;
  readonly members: readonly Member[];
  readonly unless: Member;
}

/**
 * One control command: a JSON object with the command's name as its only key (interface 4.4). A member of its body is
 * known by its key; the empty key is the body itself where that is a single value.
 */
export interface Command<
  Name extends string = string,
  Body extends Field = Field,
  Kind extends ComponentKind = ComponentKind,
> {
  readonly name: Name;
  readonly group: string;
  readonly summary: string;
  readonly over: readonly Availability[];
  readonly authority: Authority;
  /** The section of the interface; for an addition, the one that its neighbours are in. */
  readonly section: string;
  /** Present where the interface does not have the command. */
  readonly isAddition?: true;
  readonly body: Body;
  /** Its body is a secret, which nothing stores or shows. */
  readonly isSecret?: true;
  readonly alias: readonly string[];
  readonly gap?: string;
  readonly subsystem: Subsystem;
  /** The kind of component the command is addressed to. */
  readonly component: Kind;
  /** The member of the body that counts those components, and what it counts from; undefined where there is only one. */
  readonly index: { readonly member: string; readonly from: number } | undefined;
  /**
   * The fields of that component's datagram it sets: for a member of the body the path of a field, `Days.T`. A part
   * `{No}` stands for the value of the member `No`. A command sets nothing whose effect shows later, or never.
   */
  readonly sets: Readonly<Record<string, string>>;
  readonly entry?: ListEntry;
  /** The other kinds of component that change with it at once. */
  readonly alsoChanges: readonly ComponentKind[];
}

/** The path of a field in a datagram, with a member of the body as the position in a list. */
type PathIn<D, Member extends string> = D extends readonly (infer Item)[]
  ? `{${Member}}` | `{${Member}}.${PathIn<Item, Member>}`
  : D extends object
    ? { [Key in keyof D & string]: Key | `${Key}.${PathIn<D[Key], Member>}` }[keyof D & string]
    : never;

/** The members of a record that set something: all but those that count a thing. */
type Setting<F extends Fields> = {
  [Key in keyof F & string]: F[Key] extends IndexField ? never : Key;
}[keyof F & string];

/** A command that starts something: no field shows at once whether it was done. */
interface Later {
  readonly effect: 'later';
  readonly sets?: never;
  readonly entry?: never;
}

/** A value sets the field of the command's name, or the one that `sets` names. */
type ValueEffect<Name extends string, D> =
  | (Name extends keyof D ? { readonly sets?: PathIn<D, never> } : { readonly sets: PathIn<D, never> })
  | Later;

/** A member sets the field of its own name, or the one that `sets` names for it. */
type RecordEffect<F extends Fields, D> =
  | { readonly entry: ListEntry<keyof F & string>; readonly sets?: never }
  | ([Exclude<Setting<F>, keyof D>] extends [never]
      ? { readonly sets?: Sets<F, D> }
      : { readonly sets: Sets<F, D> })
  | Later;

type Sets<F extends Fields, D> = {
  readonly [Key in Exclude<Setting<F>, keyof D>]: PathIn<D, keyof F & string>;
} & { readonly [Key in Extract<Setting<F>, keyof D>]?: PathIn<D, keyof F & string> };

interface AboutCommand {
  readonly summary: string;
  readonly alias?: readonly string[];
  readonly gap?: string;
  readonly section?: string;
  readonly isAddition?: true;
  readonly isSecret?: true;
  readonly alsoChanges?: readonly ComponentKind[];
}

interface Group {
  readonly group: string;
  readonly over: readonly Availability[];
  /** Left out, they are the owner's. */
  readonly authority?: Authority;
  readonly section: string;
}

/** The members of a body: those of a record, or under the empty key the body itself. */
export const membersOfBody = (body: Field): readonly (readonly [member: string, field: Field])[] =>
  factsOf(body).kind === 'record' ? Object.entries((body as RecordField).properties) : [['', body]];

/** One member of a body, or under the empty key the body itself. */
export const memberOfBody = (body: Field, member: string): Field =>
  member === '' ? body : ((body as RecordField<Fields>).properties[member] as Field);

/** The argument of either maker, after the compiler has checked it against the fields of the component. */
interface Given extends AboutCommand {
  readonly index?: string;
  readonly sets?: string | Readonly<Record<string, string>>;
  readonly entry?: ListEntry;
  readonly effect?: 'later';
}

/** Every member but an index sets the field that is named for it, else that of its own name. */
const toSets = (name: string, body: Field, sets: Given['sets'] = {}): Command['sets'] => {
  const named = typeof sets === 'string' ? { '': sets } : sets;
  const members = membersOfBody(body).filter(([, field]) => !isIndex(field));
  return Object.fromEntries(members.map(([key]) => [key, named[key] ?? (key === '' ? name : key)]));
};

/** The member that holds an index, the first one unless it is named; the empty key where the body is an index. */
const toIndex = (body: Field, member: string | undefined): Command['index'] => {
  const isWanted = ([key, field]: readonly [string, Field]) => isIndex(field) && (member ?? key) === key;
  const found = membersOfBody(body).find(isWanted);
  return found && { member: found[0], from: (found[1] as IndexField).minimum ?? 0 };
};

const toCommand = <Name extends string, Body extends Field, Kind extends ComponentKind>(
  { kind, subsystem, key }: Resource<Fields, Kind>,
  group: Group,
  { name, body, about }: { name: Name; body: Body; about: Given },
): Command<Name, Body, Kind> => {
  const { index, sets, effect, entry, ...rest } = about;
  return {
    name,
    authority: 'owner',
    ...group,
    alias: [],
    alsoChanges: [],
    ...rest,
    body,
    subsystem,
    component: kind,
    index: key === undefined ? undefined : toIndex(body, index),
    sets: effect === 'later' || entry !== undefined ? {} : toSets(name, body, sets),
    ...(entry !== undefined && { entry }),
  };
};

/**
 * Returns the two makers of the commands to one kind of component: one whose body is a single value, one whose body is
 * a record. A command goes to the component that the first index of its body counts, and sets the fields that have the
 * names of its members; its definition states only what differs.
 */
export const commandsOf = <F extends Fields, Kind extends ComponentKind>(
  component: Resource<F, Kind>,
  group: Group,
) => ({
  value: <Name extends string, Body extends Field>(
    name: Name,
    about: AboutCommand & { body: Body } & ValueEffect<Name, Datagram<Resource<F, Kind>>>,
  ): Command<Name, Body, Kind> =>
    toCommand(component, group, { name, body: about.body, about: about as Given }),

  record: <Name extends string, Body extends Fields, Optional extends keyof Body & string = never>(
    name: Name,
    about: AboutCommand & {
      body: Body;
      optional?: readonly Optional[];
      index?: keyof Body & string;
    } & RecordEffect<Body, Datagram<Resource<F, Kind>>>,
  ): Command<Name, RecordField<Body, Optional>, Kind> => {
    const { body: fields, optional = [], ...rest } = about;
    const body = record(about.summary, fields, { optional });
    return toCommand(component, group, { name, body, about: rest as Given });
  },
});

/** The body of a command, read off its definition. */
export type CommandBodyOf<C> = C extends Command<string, infer Body> ? Value<Body> : never;
