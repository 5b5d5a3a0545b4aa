import type { EndpointType } from '@matter/main';
import type { AnyEntityKind, EntityKind, HouseState } from '@plenum/entities';
import type { DatagramOf, Datagrams } from '@plenum/protocol/component';

/** Attributes by the name of their cluster, as matter.js calls both. */
export type Shown = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** An entity that is shown, and how its values are read in people's units. */
export interface Of<S> {
  readonly source: S;
  readonly house: HouseState;
  readonly kind: EntityKind<S>;
  readonly text: (member: string) => string | undefined;
  readonly number: (member: string) => number | undefined;
}

/** What an endpoint is made of. One whose make changes is made anew: the clusters of an endpoint are fixed. */
export interface Make {
  readonly type: EndpointType;
  /** Endpoints below it, such as the sensors of a room. */
  readonly parts: Readonly<Record<string, EndpointType>>;
}

/** What a controller wants of an entity: typed values by their member. */
export type Requested = Readonly<Record<string, string>>;

/** A request of a controller, why there can be none, or nothing where it is so already. */
export type Wanted = Requested | { readonly refused: string } | undefined;

/** How one kind of entity is shown to Matter controllers. */
export interface DeviceKind<S> {
  readonly kind: EntityKind<S>;
  /** What its ids begin with, where an entity is shown more than once. */
  readonly word?: string;
  readonly isOffered?: (of: Of<S>) => boolean;
  /** The same object for the same make. */
  readonly make: (of: Of<S>) => Make;
  readonly show: (of: Of<S>) => Shown;
  readonly showPart?: (part: string, of: Of<S>) => Shown;
  /** What a controller asks for by an attribute (`thermostat.systemMode`) or a command (`valveConfigurationAndControl.open`). */
  readonly requests?: Readonly<Record<string, (value: never, of: Of<S>, state: never) => Wanted>>;
  /** How it is called, unless by its member `name`. */
  readonly name?: (of: Of<S>) => string | undefined;
  readonly isReachable?: (of: Of<S>) => boolean;
}

/** A kind of device of any kind of entity. */
// biome-ignore lint/suspicious/noExplicitAny: the functions of a kind read the entities of that kind
export type AnyDeviceKind = DeviceKind<any>;

/** An entity of a kind with the readers of its values. */
export const toOf = <S>(kind: EntityKind<S>, source: S, house: HouseState): Of<S> => {
  const read = (member: string) =>
    (kind as AnyEntityKind).members[member]?.read?.(source, house) ?? undefined;
  return {
    source,
    house,
    kind,
    text: (member) => {
      const value = read(member);
      return value === undefined ? undefined : String(value);
    },
    number: (member) => {
      const value = read(member);
      return typeof value === 'number' ? value : undefined;
    },
  };
};

/** Makes of endpoints by what they depend on, each made once. */
export const makes = <Key extends string>(create: (key: Key) => Make): ((key: Key) => Make) => {
  const made = new Map<Key, Make>();
  return (key) => {
    const found = made.get(key) ?? create(key);
    made.set(key, found);
    return found;
  };
};

/** A number on the scale of an attribute; null where it is not known. */
export const scaled = (value: number | undefined, scale: number): number | null =>
  value === undefined ? null : Math.round(value * scale);

/** The ducted unit of a house. */
export const unitOf = ({ unit }: Datagrams): DatagramOf<'unit'> | undefined => unit[0];
