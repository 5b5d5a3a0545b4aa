import { type AnyCommand, catalogue, checkCommand } from '@plenum/protocol/command';
import { type ComponentKind, type DatagramOf, type Datagrams, kinds } from '@plenum/protocol/component';
import { type Command, memberOfBody } from '@plenum/protocol/definition';
import type { Field, Fields } from '@plenum/protocol/field';
import { ok, type Result } from '@plenum/protocol/refusal';
import type { KeptException } from '@plenum/protocol/schedule';
import type { EnergyTotals } from './energy.ts';
import { isOperation } from './operation.ts';
import { type EntityValue, suffixOf, toPlainValue, toWireValue } from './value.ts';

/** The data that entities are derived from. */
export interface HouseState {
  readonly datagrams: Datagrams;
  /** `undefined` if the bridge records no energy. */
  readonly energy: EnergyTotals | undefined;
  /** The currency of costs (ISO 4217); undefined if it is unknown. */
  readonly currency?: string | undefined;
  /** Dates on which favourites differ from their week; `undefined` if unknown. */
  readonly exceptions?: readonly KeptException[] | undefined;
}

/** Returns the commands for a payload, in order; none if the house is already in that state. */
export type Wanted = Result<readonly AnyCommand[]>;

/** One value of an entity: in its JSON, under `set/`, or both. `S` is the type of the source that it is read from. */
export interface EntityMember<S> {
  /** Suffix of the member's name in the JSON: `_celsius`. */
  readonly suffix: string;
  /**
   * The definition of the value to set, or of the value to read if it cannot be set; `undefined` for calculated values.
   */
  readonly field?: Field | undefined;
  /** Missing if the member is a button. */
  readonly read?: ((source: S, house: HouseState) => EntityValue) | undefined;
  readonly write?: ((typed: string, source: S, house: HouseState) => Wanted) | undefined;
  /** True if the labels depend on the brand of the unit. */
  readonly isBrand?: ((source: S) => boolean) | undefined;
}

/**
 * Returns the command that sets only this field of a kind, and the member of the command's body that sets the field.
 */
const findSetter = (kind: ComponentKind, path: string) => {
  for (const command of catalogue.values()) {
    const sets = Object.entries(command.sets);
    if (command.component !== kind || sets.length !== 1 || sets[0]![1] !== path) continue;
    if (isOperation(command)) return { command, member: sets[0]![0] };
  }
  return undefined;
};

/** Returns the body of a command to one component: its index, counted as in the command, and a value. */
const toBody = ({ index }: Command, at: number, member: string, value: unknown): unknown => {
  const counted = index && { [index.member]: at + index.from };
  return member === '' ? value : { ...counted, [member]: value };
};

/** Validates a command as the bridge does. */
export function toWanted(name: string, body: unknown): Wanted {
  const checked = checkCommand({ [name]: body });
  return checked.ok ? ok([checked.value]) : checked;
}

/** Combines several commands into one request, which is refused if any of them is refused. */
export function inOrder(...requests: readonly Wanted[]): Wanted {
  const commands: AnyCommand[] = [];
  for (const each of requests) {
    if (!each.ok) return each;
    commands.push(...each.value);
  }
  return ok(commands);
}

/** Returns functions that define the members of one kind of component. */
export function membersOf<K extends ComponentKind>(kind: K) {
  type S = DatagramOf<K>;
  const { fields, key } = kinds[kind];
  const indexOf = (source: S) => (key === undefined ? 0 : (source as Record<string, number>)[key]!);

  /** Defines a field of the datagram, set by the command that sets only this field, if there is one. */
  const field = (
    name: keyof S & string,
    about: { isBrand?: (source: S) => boolean } = {},
  ): EntityMember<S> => {
    const of = (fields.properties as Fields)[name] as Field;
    const setter = findSetter(kind, name);
    const sent = setter && memberOfBody(setter.command.body, setter.member);
    const isBrand = (source: S) => about.isBrand?.(source) ?? false;
    return {
      suffix: suffixOf(of),
      field: sent ?? of,
      isBrand,
      read: (source) => toPlainValue(of, source[name], isBrand(source)),
      write:
        setter &&
        ((typed, source) => {
          const value = toWireValue(sent!, typed, isBrand(source));
          if (!value.ok) return { ok: false, refusal: { ...value.refusal, path: [setter.command.name] } };
          return toWanted(
            setter.command.name,
            toBody(setter.command, indexOf(source), setter.member, value.value),
          );
        }),
    };
  };

  /** A read-only field. */
  const shown = (name: keyof S & string): EntityMember<S> => {
    const of = (fields.properties as Fields)[name] as Field;
    const { read, suffix } = field(name);
    return { read, suffix, field: of };
  };

  return { field, shown, indexOf };
}

/** Defines a calculated value, with the commands for a payload under `set/`. */
export const derived = <S>(
  read: NonNullable<EntityMember<S>['read']>,
  { write, unit = '' }: { write?: EntityMember<S>['write']; unit?: string } = {},
): EntityMember<S> => ({ suffix: unit === '' ? '' : `_${unit}`, read, write });

/** Defines a button, which is pressed by any payload of up to `maxTyped` bytes. */
export const press = <S>(request: (source: S, house: HouseState) => Wanted): EntityMember<S> => ({
  suffix: '',
  write: (_, source, house) => request(source, house),
});
