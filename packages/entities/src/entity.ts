import type { Datagrams } from '@plenum/protocol/component';
import type { EntityMember, HouseState } from './member.ts';
import type { EntityValue } from './value.ts';

/** The source of one entity: the data that its values are read from, and the numbers in its topic. */
export interface Source<S> {
  readonly ids: readonly number[];
  readonly source: S;
}

/** A kind of entity that has a topic: the unit, a zone, a channel of the power monitor ... */
export interface EntityKind<S> {
  /** The word for the kind in topics. */
  readonly word: string;
  readonly list: (datagrams: Datagrams) => readonly Source<S>[];
  readonly members: Readonly<Record<string, EntityMember<S>>>;
  /** Other components that its values depend on. */
  readonly uses: (datagrams: Datagrams) => readonly unknown[];
}

/** An entity of any kind. */
// biome-ignore lint/suspicious/noExplicitAny: the members of a kind read the sources of that kind
export type AnyEntityKind = EntityKind<any>;

/** One entity with its kind. */
export interface Entity {
  readonly kind: AnyEntityKind;
  readonly ids: readonly number[];
  readonly source: unknown;
  /** The last levels of its topic: `zone/3`. */
  readonly path: string;
}

/** Defines a kind of entity. */
export const entityKind = <S>(
  word: string,
  list: EntityKind<S>['list'],
  members: Readonly<Record<string, EntityMember<S>>>,
  uses: EntityKind<S>['uses'] = () => [],
): EntityKind<S> => ({ word, list, members, uses });

/** True if a favourite or program is in use; an unused one has an empty name. */
export const isNamed = ({ Name }: { readonly Name?: string }): boolean => (Name ?? '').trim() !== '';

/** Returns the name of a member in the JSON of an entity: `setpoint_celsius`. */
export const keyOf = (kind: AnyEntityKind, member: string): string =>
  `${member}${kind.members[member]!.suffix}`;

/** Returns the entities of the given kinds in a house. */
export const entitiesOf = (kinds: readonly AnyEntityKind[], datagrams: Datagrams): readonly Entity[] =>
  kinds.flatMap((kind) =>
    kind.list(datagrams).map(({ ids, source }) => ({
      kind,
      ids,
      source,
      path: [kind.word, ...ids].join('/'),
    })),
  );

/** Returns the JSON of an entity: every member that has a value, `null` if the value is unknown. */
export const toState = ({ kind, source }: Entity, house: HouseState): Readonly<Record<string, EntityValue>> =>
  Object.fromEntries(
    Object.entries(kind.members).flatMap(([name, { read }]) =>
      read === undefined ? [] : [[keyOf(kind, name), read(source, house)] as const],
    ),
  );
