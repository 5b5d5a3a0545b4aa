import type { Fields, ListField, MapField, ObjectField, RecordField } from '../field/field.ts';
import type { Value } from '../field/value.ts';

/** The value of a field in JSON. An optional member may also be undefined, which JSON omits. */
export type JsonValue<F> = F extends ObjectField
  ? Value<F>
  : F extends MapField<infer Each>
    ? Readonly<Record<string, JsonValue<Each>>>
    : F extends RecordField<infer Members extends Fields, infer Optional>
      ? JsonRecord<Members, Optional>
      : F extends ListField<infer Item>
        ? readonly JsonValue<Item>[]
        : Value<F>;

type JsonRecord<Members extends Fields, Optional> = {
  readonly [Key in Exclude<keyof Members, Optional>]: JsonValue<Members[Key]>;
} & { readonly [Key in Extract<keyof Members, Optional>]?: JsonValue<Members[Key]> | undefined };
