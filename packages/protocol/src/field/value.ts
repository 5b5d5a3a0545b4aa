import type {
  BoolField,
  Fields,
  ListField,
  MapField,
  NumberField,
  ObjectField,
  QuantityField,
  RecordField,
  TextField,
  WordField,
} from './field.ts';

/** The type of a field's values, derived from its definition. Deeply read-only, since datagrams are never mutated. */
export type Value<F> = F extends NumberField | QuantityField
  ? number
  : F extends WordField<infer Word>
    ? Word
    : F extends TextField
      ? string
      : F extends BoolField
        ? boolean
        : F extends ObjectField
          ? Readonly<Record<string, unknown>>
          : F extends MapField<infer Each>
            ? Readonly<Record<string, Value<Each>>>
            : F extends RecordField<infer Members extends Fields, infer Optional>
              ? RecordValue<Members, Optional>
              : F extends ListField<infer Item>
                ? readonly Value<Item>[]
                : never;

/** The type of a record's values. Members in `Optional` may be omitted. */
export type RecordValue<Members extends Fields, Optional = never> = {
  readonly [Key in Exclude<keyof Members, Optional>]: Value<Members[Key]>;
} & { readonly [Key in Extract<keyof Members, Optional>]?: Value<Members[Key]> };
