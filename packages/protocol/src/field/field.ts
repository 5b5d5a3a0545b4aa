import type { Facts } from './facts.ts';

/** The members of every field. */
interface DescribedField {
  readonly description: string;
  readonly 'x-plenum': Facts;
}

export interface NumberField extends DescribedField {
  readonly type: 'integer';
  readonly minimum?: number;
  readonly maximum?: number;
  readonly multipleOf?: number;
  readonly enum?: readonly number[];
}

/**
 * The index of one component, channel or other numbered item. It has its own type so that the index of a command can be
 * recognized.
 */
export interface IndexField extends NumberField {
  readonly 'x-plenum': Facts & { readonly kind: 'index'; readonly noun: string };
}

export interface QuantityField extends DescribedField {
  readonly type: 'number';
  readonly minimum?: number;
  readonly maximum?: number;
  readonly multipleOf?: never;
}

/** A field whose value is a number within limits. */
export type RangedField = NumberField | QuantityField;

export interface WordField<Word extends string = string> extends DescribedField {
  readonly type: 'string';
  readonly enum: readonly Word[];
}

export interface TextField extends DescribedField {
  readonly type: 'string';
  readonly pattern?: string;
  readonly maxLength?: number;
}

export interface BoolField extends DescribedField {
  readonly type: 'boolean';
}

export type Fields = { readonly [key: string]: Field };

export interface RecordField<F = Fields, Optional = unknown> extends DescribedField {
  readonly type: 'object';
  readonly properties: F;
  readonly required: readonly string[];
  readonly additionalProperties: false;
  readonly '~optional'?: Optional;
}

export interface ListField<F = unknown> extends DescribedField {
  readonly type: 'array';
  readonly items: F;
  readonly minItems: number;
  /** `Infinity` if there is no limit. */
  readonly maxItems: number;
}

/** An object with arbitrary keys whose values all have one field. */
export interface MapField<F = unknown> extends DescribedField {
  readonly type?: never;
  readonly additionalProperties: F;
}

/** Any JSON object whose content is defined elsewhere or by a newer release. */
export interface ObjectField extends DescribedField {
  readonly type?: never;
  readonly additionalProperties: true;
}

export type ScalarField = NumberField | QuantityField | WordField | TextField | BoolField;
/** A JSON Schema (2020-12) with Plenum's additional facts. All other representations are derived from it. */
export type Field = ScalarField | RecordField | ObjectField | ListField | MapField;

/** Returns the facts of a field. */
export const factsOf = (field: Field): Facts => field['x-plenum'];

/** True if a field selects one of several items: the index of a zone, a station ... */
export const isIndex = (field: Field): boolean => factsOf(field).kind === 'index';
