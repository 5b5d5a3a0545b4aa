import type { Field, Fields, RecordField } from '../field/field.ts';
import { record } from '../field/make.ts';
import type { Value } from '../field/value.ts';
import type { Subsystem } from './subsystem.ts';

/** The kinds of component an installation can have; their resources are in `component/kinds.ts`. */
export type ComponentKind =
  | 'unit'
  | 'faults'
  | 'brandStatus'
  | 'zone'
  | 'schedule'
  | 'splitSystem'
  | 'split'
  | 'splitFavourite'
  | 'vrf'
  | 'vrfFavourite'
  | 'irrigation'
  | 'program'
  | 'station'
  | 'power'
  | 'powerStatus'
  | 'lighting'
  | 'lamp'
  | 'wallSwitch'
  | 'lightFavourite'
  | 'lampDiagnostics'
  | 'lightNetwork'
  | 'lastButton';

/** One kind of component and its settings object, as a client reads it (interface 2). */
export interface Resource<
  F extends Fields = Fields,
  Kind extends ComponentKind = ComponentKind,
  Token extends string | undefined = string | undefined,
  Optional = unknown,
> {
  readonly kind: Kind;
  readonly subsystem: Subsystem;
  /** The name of the datagram on the wire. */
  readonly name: string;
  readonly summary: string;
  readonly section: string;
  /** The field that holds the index of a component; undefined if there is only one. */
  readonly key: string | undefined;
  /** The token in the cloud's component ids (interface 2.10); undefined if the cloud does not have this kind. */
  readonly token: Token;
  /** The fields; optional fields exist only on certain devices. */
  readonly fields: RecordField<F, Optional>;
}

/** Defines the resource of a kind of component. */
export function resource<
  Kind extends ComponentKind,
  F extends Fields,
  Token extends string | undefined = undefined,
  Optional extends keyof F & string = never,
>(
  kind: Kind,
  about: {
    subsystem: Subsystem;
    name: string;
    key?: keyof F & string;
    token?: Token;
    summary: string;
    section: string;
    fields: F;
    optional?: readonly Optional[];
  },
): Resource<F, Kind, Token, Optional> {
  const { fields, optional = [], ...rest } = about;
  const { section, summary } = about;
  return {
    kind,
    ...rest,
    key: about.key,
    token: about.token as Token,
    fields: record(summary, fields, { section, optional }) as RecordField<F, Optional>,
  };
}

/** The datagram of a resource, as a client reads it. */
export type Datagram<R> = R extends { readonly fields: infer F } ? Value<F> : never;

/** Returns the members of a resource in their order. */
export const membersOf = (of: Resource): [string, Field][] => Object.entries(of.fields.properties);
