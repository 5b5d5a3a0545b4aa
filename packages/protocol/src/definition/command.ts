import type { Field, Fields, IndexField, RecordField } from '../field/field.ts';
import { factsOf, isIndex } from '../field/field.ts';
import { record } from '../field/make.ts';
import type { Value } from '../field/value.ts';
import type { ComponentKind, Datagram, Resource } from './resource.ts';
import type { Subsystem } from './subsystem.ts';

/** The networks on which a command is available (interface 4.4, "Availability"). */
export type Availability = 'local' | 'cloud';

/** The person a command is for: a resident of the house, or the installer who sets up its equipment. */
export type Authority = 'owner' | 'installer';

/**
 * A command that sets one entry of a list. `list` is the field with the entries; `members` are the members of the body
 * in the order of the numbers of an entry. The first number identifies the entry. A body whose member `unless` is 0
 * removes the entry.
 */
interface ListEntry<Member extends string = string> {
  readonly list: string;
  readonly members: readonly Member[];
  readonly unless: Member;
}

/**
 * One control command: a JSON object whose only key is the command's name (interface 4.4). The members of its body are
 * identified by key. If the body is a single value, this value is the only member, under the empty key.
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
  /** The section of the interface; for an addition, the section of the commands around it. */
  readonly section: string;
  /** Set if the interface does not have the command. */
  readonly isAddition?: true;
  readonly body: Body;
  /** Set if the body is a secret, which must not be stored or shown. */
  readonly isSecret?: true;
  readonly alias: readonly string[];
  readonly gap?: string;
  readonly subsystem: Subsystem;
  /** The kind of component that receives the command. */
  readonly component: Kind;
  /**
   * The member of the body that selects the component, and the number it counts from; undefined if there is only one
   * component.
   */
  readonly index: { readonly member: string; readonly from: number } | undefined;
  /**
   * The fields of the component's datagram that the command sets, as paths such as `Days.T` by member of the body. A
   * part `{No}` is replaced by the value of the member `No`. Empty if the effect shows later or never.
   */
  readonly sets: Readonly<Record<string, string>>;
  readonly entry?: ListEntry;
  /** The other kinds of component that change immediately with the addressed one. */
  readonly alsoChanges: readonly ComponentKind[];
}

/** The path of a field in a datagram. A member of the body can be a list index. */
type PathIn<D, Member extends string> = D extends readonly (infer Item)[]
  ? `{${Member}}` | `{${Member}}.${PathIn<Item, Member>}`
  : D extends object
    ? { [Key in keyof D & string]: Key | `${Key}.${PathIn<D[Key], Member>}` }[keyof D & string]
    : never;

/** The members of a record that set a field. Members that select a component are excluded. */
type Setting<F extends Fields> = {
  [Key in keyof F & string]: F[Key] extends IndexField ? never : Key;
}[keyof F & string];

/** A command that starts an action, so no field shows immediately that it was carried out. */
interface Later {
  readonly effect: 'later';
  readonly sets?: never;
  readonly entry?: never;
}

/** A value sets the field with the command's name, or the field given in `sets`. */
type ValueEffect<Name extends string, D> =
  | (Name extends keyof D ? { readonly sets?: PathIn<D, never> } : { readonly sets: PathIn<D, never> })
  | Later;

/** A member sets the field of the same name, or the field given for it in `sets`. */
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
  /** Default: `owner`. */
  readonly authority?: Authority;
  readonly section: string;
}

/** Returns the members of a body: those of a record, or the body itself under the empty key. */
export const membersOfBody = (body: Field): readonly (readonly [member: string, field: Field])[] =>
  factsOf(body).kind === 'record' ? Object.entries((body as RecordField).properties) : [['', body]];

/** Returns one member of a body, or the body itself under the empty key. */
export const memberOfBody = (body: Field, member: string): Field =>
  member === '' ? body : ((body as RecordField<Fields>).properties[member] as Field);

/** The argument of both functions, after the compiler has checked it against the fields of the component. */
interface Given extends AboutCommand {
  readonly index?: string;
  readonly sets?: string | Readonly<Record<string, string>>;
  readonly entry?: ListEntry;
  readonly effect?: 'later';
}

/** Maps each member except indexes to the field given for it, or to the field of the same name. */
const toSets = (name: string, body: Field, sets: Given['sets'] = {}): Command['sets'] => {
  const named = typeof sets === 'string' ? { '': sets } : sets;
  const members = membersOfBody(body).filter(([, field]) => !isIndex(field));
  return Object.fromEntries(members.map(([key]) => [key, named[key] ?? (key === '' ? name : key)]));
};

/**
 * Returns the member that is the index: the named one, otherwise the first index. The key is empty if the body itself
 * is the index.
 */
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
 * Returns two functions that define commands to one kind of component: for a body that is a single value and for a body
 * that is a record. A command goes to the component selected by the first index of its body and sets the fields with
 * the names of its members. Its definition states only deviations from this rule.
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

/** The type of a command's body, derived from its definition. */
export type CommandBodyOf<C> = C extends Command<string, infer Body> ? Value<Body> : never;
