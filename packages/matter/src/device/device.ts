import type { EndpointType } from '@matter/main';
import type { AnyEntityKind, EntityKind, HouseState } from '@plenum/entities';
import type { DatagramOf, Datagrams } from '@plenum/protocol/component';

/** Attributes by the name of their cluster, in the spelling of matter.js. */
export type Shown = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** An entity and its house, with functions that read the entity's values in people's units. */
export interface Of<S> {
  readonly source: S;
  readonly house: HouseState;
  readonly kind: EntityKind<S>;
  readonly text: (member: string) => string | undefined;
  readonly number: (member: string) => number | undefined;
}

/** The structure of an endpoint. An endpoint is replaced if its structure changes, since its clusters are fixed. */
export interface Make {
  readonly type: EndpointType;
  /** Child endpoints, such as the sensors of a room. */
  readonly parts: Readonly<Record<string, EndpointType>>;
}

/** The payloads that a controller requests for members of an entity. */
export type Requested = Readonly<Record<string, string>>;

/** The payloads that a controller requests, the reason for a refusal, or undefined if the state is already right. */
export type Wanted = Requested | { readonly refused: string } | undefined;

/** The mapping of one kind of entity to Matter. */
export interface DeviceKind<S> {
  readonly kind: EntityKind<S>;
  /** Prefix of the ids of the endpoints, if an entity is shown more than once. */
  readonly word?: string;
  readonly isOffered?: (of: Of<S>) => boolean;
  /** Returns the structure of the endpoint; equal structures are the same object. */
  readonly make: (of: Of<S>) => Make;
  readonly show: (of: Of<S>) => Shown;
  readonly showPart?: (part: string, of: Of<S>) => Shown;
  /**
   * Converts the requests from a controller, by attribute (`thermostat.systemMode`) or command
   * (`valveConfigurationAndControl.open`).
   */
  readonly requests?: Readonly<Record<string, (value: never, of: Of<S>, state: never) => Wanted>>;
  /** Returns the name of the endpoint, if it is not the entity's member `name`. */
  readonly name?: (of: Of<S>) => string | undefined;
  readonly isReachable?: (of: Of<S>) => boolean;
}

/** A mapping of any kind of entity. */
// biome-ignore lint/suspicious/noExplicitAny: the functions of a kind read the entities of that kind
export type AnyDeviceKind = DeviceKind<any>;

/** Returns an entity with functions that read its values. */
export function toOf<S>(kind: EntityKind<S>, source: S, house: HouseState): Of<S> {
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
}

/** Creates endpoint structures on demand, at most one for each key. */
export function makes<Key extends string>(create: (key: Key) => Make): (key: Key) => Make {
  const made = new Map<Key, Make>();
  return (key) => {
    const found = made.get(key) ?? create(key);
    made.set(key, found);
    return found;
  };
}

/** Converts a number to the scale of an attribute; `null` if it is unknown. */
export const scaled = (value: number | undefined, scale: number): number | null =>
  value === undefined ? null : Math.round(value * scale);

export const unitOf = ({ unit }: Datagrams): DatagramOf<'unit'> | undefined => unit[0];
