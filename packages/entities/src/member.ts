import { type AnyCommand, catalogue, checkCommand } from '@plenum/protocol/command';
import { type ComponentKind, type DatagramOf, type Datagrams, kinds } from '@plenum/protocol/component';
import { type Command, memberOfBody } from '@plenum/protocol/definition';
import type { Field, Fields } from '@plenum/protocol/field';
import { ok, type Result } from '@plenum/protocol/refusal';
import type { KeptException } from '@plenum/protocol/schedule';
import type { EnergyTotals } from './energy.ts';
import { isOperation } from './operation.ts';
import { type EntityValue, suffixOf, toPlainValue, toWireValue } from './value.ts';

/** The available information about a house. */
export interface HouseState {
  readonly datagrams: Datagrams;
  /** `undefined` if the bridge keeps no record of energy. */
  readonly energy: EnergyTotals | undefined;
  /** Dates on which favourites differ from their week; `undefined` if unknown. */
  readonly exceptions?: readonly KeptException[] | undefined;
}

/** Commands that a payload requests, in order; none if the state is already right. */
export type Wanted = Result<readonly AnyCommand[]>;

/** One value of an entity: in its JSON, under `set/`, or both. `S` is the type that it is read from. */
export interface EntityMember<S> {
  /** Suffix of its name in the JSON: `_celsius`. */
  readonly suffix: string;
  /** The definition of the value sent to set it, or else of the value read; `undefined` for calculated values. */
  readonly field?: Field | undefined;
  /** Missing if the member can only be pressed. */
  readonly read?: ((source: S, house: HouseState) => EntityValue) | undefined;
  readonly write?: ((typed: string, source: S, house: HouseState) => Wanted) | undefined;
  /** True if its labels are those of a brand. */
  readonly isBrand?: ((source: S) => boolean) | undefined;
}

/** Returns the command that sets only this field of a kind, with the member of its body. */
const findSetter = (kind: ComponentKind, path: string) => {
  for (const command of catalogue.values()) {
    const sets = Object.entries(command.sets);
    if (command.component !== kind || sets.length !== 1 || sets[0]![1] !== path) continue;
    if (isOperation(command)) return { command, member: sets[0]![0] };
  }
  return undefined;
};

/** Returns the body of a command to one component: its index, counted as the command counts, and a value. */
const toBody = ({ index }: Command, at: number, member: string, value: unknown): unknown => {
  const counted = index && { [index.member]: at + index.from };
  return member === '' ? value : { ...counted, [member]: value };
};

/** Checks a command as the bridge will. */
export const toWanted = (name: string, body: unknown): Wanted => {
  const checked = checkCommand({ [name]: body });
  return checked.ok ? ok([checked.value]) : checked;
};

/** Combines several commands into one request; the first refusal refuses all. */
export const inOrder = (...requests: readonly Wanted[]): Wanted => {
  const commands: AnyCommand[] = [];
  for (const each of requests) {
    if (!each.ok) return each;
    commands.push(...each.value);
  }
  return ok(commands);
};

/** Returns functions that create the members of one kind of component. */
export const membersOf = <K extends ComponentKind>(kind: K) => {
  type S = DatagramOf<K>;
  const { fields, key } = kinds[kind];
  const indexOf = (source: S) => (key === undefined ? 0 : (source as Record<string, number>)[key]!);

  /** A field of its datagram, set by the command that sets only that field, if there is one. */
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
};

/** A calculated value, with the commands that a payload under `set/` requests. */
export const derived = <S>(
  read: NonNullable<EntityMember<S>['read']>,
  { write, unit = '' }: { write?: EntityMember<S>['write']; unit?: string } = {},
): EntityMember<S> => ({ suffix: unit === '' ? '' : `_${unit}`, read, write });

/** Something that can only be started, by any payload of up to `maxTyped` bytes. */
export const press = <S>(request: (source: S, house: HouseState) => Wanted): EntityMember<S> => ({
  suffix: '',
  write: (_, source, house) => request(source, house),
});
