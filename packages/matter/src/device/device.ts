import type { EndpointType } from '@matter/main';
import type { AnyEntityKind, EntityKind, HouseState } from '@plenum/entities';
import type { DatagramOf, Datagrams } from '@plenum/protocol/component';

/** Attributes by the name of their cluster, as matter.js calls both. */
export type Shown = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** An entity that is shown, with readers of its values in people's units. */
export interface Of<S> {
  readonly source: S;
  readonly house: HouseState;
  readonly kind: EntityKind<S>;
  readonly text: (member: string) => string | undefined;
  readonly number: (member: string) => number | undefined;
}

/** The structure of an endpoint. An endpoint whose structure changes is replaced, since its clusters are fixed. */
export interface Make {
  readonly type: EndpointType;
  /** Endpoints below it, such as the sensors of a room. */
  readonly parts: Readonly<Record<string, EndpointType>>;
}

/** Values that a controller requests of an entity, as typed, by member. */
export type Requested = Readonly<Record<string, string>>;

/** A request of a controller, the reason why there can be none, or nothing if the state is already right. */
export type Wanted = Requested | { readonly refused: string } | undefined;

/** The representation of one kind of entity for Matter controllers. */
export interface DeviceKind<S> {
  readonly kind: EntityKind<S>;
  /** Prefix of its ids, if an entity is shown more than once. */
  readonly word?: string;
  readonly isOffered?: (of: Of<S>) => boolean;
  /** Returns the structure; always the same object for the same structure. */
  readonly make: (of: Of<S>) => Make;
  readonly show: (of: Of<S>) => Shown;
  readonly showPart?: (part: string, of: Of<S>) => Shown;
  /**
   * Requests of a controller, by attribute (`thermostat.systemMode`) or command (`valveConfigurationAndControl.open`).
   */
  readonly requests?: Readonly<Record<string, (value: never, of: Of<S>, state: never) => Wanted>>;
  /** Returns its name, if that is not its member `name`. */
  readonly name?: (of: Of<S>) => string | undefined;
  readonly isReachable?: (of: Of<S>) => boolean;
}

/** A kind of device of any kind of entity. */
// biome-ignore lint/suspicious/noExplicitAny: the functions of a kind read the entities of that kind
export type AnyDeviceKind = DeviceKind<any>;

/** Returns an entity of a kind with the readers of its values. */
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

/** Creates structures of endpoints by what they depend on, each only once. */
export const makes = <Key extends string>(create: (key: Key) => Make): ((key: Key) => Make) => {
  const made = new Map<Key, Make>();
  return (key) => {
    const found = made.get(key) ?? create(key);
    made.set(key, found);
    return found;
  };
};

/** Returns a number on the scale of an attribute; `null` if it is unknown. */
export const scaled = (value: number | undefined, scale: number): number | null =>
  value === undefined ? null : Math.round(value * scale);

/** Returns the ducted unit of a house. */
export const unitOf = ({ unit }: Datagrams): DatagramOf<'unit'> | undefined => unit[0];
