import type { Codec } from './codec.ts';

/** The fields of a datagram that a response contains. */
export type PartialDatagram<D> = { readonly [Key in keyof D]?: D[Key] };

/** One member of an object of the original interface: functions that write it from a datagram and read it back. */
export interface V1Member<D> {
  readonly key: string;
  readonly meaning: string;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly write: (datagram: D) => unknown;
  readonly read: (written: unknown) => { readonly [Key in keyof D]?: D[Key] | undefined };
  /** Returns the field whose value has no form in the original interface; undefined if each has one. */
  readonly withoutForm: (datagram: D) => (keyof D & string) | undefined;
}

type Plain<D> = { [Key in keyof D]: D[Key] extends number | string ? Key : never }[keyof D] & string;

/** Returns functions that define members of objects for one kind of datagram. */
export const membersFor = <D>() => ({
  /** A member that is one field of the datagram in another form. */
  field: <Key extends Plain<D>>(
    key: string,
    from: Key,
    codec: Codec<D[Key] & (number | string)>,
  ): V1Member<D> => ({
    key,
    meaning: `\`${from}\``,
    schema: codec.schema,
    // A device behind a bridge may omit any field; then the member is omitted too.
    write: ({ [from]: value }) =>
      value === undefined ? undefined : codec.write(value as D[Key] & (number | string)),
    read: (written) => ({ [from]: codec.read(written) }) as PartialDatagram<D>,
    withoutForm: ({ [from]: value }) =>
      value === undefined || codec.hasForm?.(value as D[Key] & (number | string)) !== false
        ? undefined
        : from,
  }),

  /** A member that depends on several fields or on none. */
  made: (
    key: string,
    about: Pick<V1Member<D>, 'meaning' | 'schema' | 'write'> &
      Partial<Pick<V1Member<D>, 'read' | 'withoutForm'>>,
  ): V1Member<D> => ({ key, read: () => ({}), withoutForm: () => undefined, ...about }),
});

/** Returns a datagram as an object of the original interface. */
export const writeMembers = <D>(members: readonly V1Member<D>[], datagram: D): object =>
  Object.fromEntries(members.map(({ key, write }) => [key, write(datagram)]));

/** A value that has no word in the original interface, and the word that is shown instead. */
export interface WithoutWord {
  readonly field: string;
  readonly value: unknown;
  readonly shown: string;
}

/** Returns the values of a datagram that have no word in the original interface. */
export const findWithoutWord = <D extends object>(
  members: readonly V1Member<D>[],
  datagram: D,
): readonly WithoutWord[] =>
  members.flatMap(({ withoutForm, write }) => {
    const field = withoutForm(datagram);
    return field === undefined ? [] : [{ field, value: datagram[field], shown: String(write(datagram)) }];
  });

/** Returns the fields of a datagram that an object of the original interface contains. Other fields are omitted. */
export function readMembers<D>(
  members: readonly V1Member<D>[],
  written: Readonly<Record<string, unknown>>,
): PartialDatagram<D> {
  const fields = members.flatMap(({ key, read }) => Object.entries(read(written[key])));
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined)) as PartialDatagram<D>;
}
