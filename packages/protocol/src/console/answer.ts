import type { Fields, ListField, MapField, ObjectField, RecordField } from '../field/field.ts';
import type { Value } from '../field/value.ts';

/** The value of a field in an answer: like `Value`, but an optional member may also be undefined, which JSON leaves out. */
export type AnswerValue<F> = F extends ObjectField
  ? Value<F>
  : F extends MapField<infer Each>
    ? Readonly<Record<string, AnswerValue<Each>>>
    : F extends RecordField<infer Members extends Fields, infer Optional>
      ? AnswerRecord<Members, Optional>
      : F extends ListField<infer Item>
        ? readonly AnswerValue<Item>[]
        : Value<F>;

type AnswerRecord<Members extends Fields, Optional> = {
  readonly [Key in Exclude<keyof Members, Optional>]: AnswerValue<Members[Key]>;
} & { readonly [Key in Extract<keyof Members, Optional>]?: AnswerValue<Members[Key]> | undefined };
