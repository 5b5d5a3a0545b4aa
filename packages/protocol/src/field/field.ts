import type { Facts } from './facts.ts';

interface Known {
  readonly description: string;
  readonly 'x-plenum': Facts;
}

export interface NumberField extends Known {
  readonly type: 'integer';
  readonly minimum?: number;
  readonly maximum?: number;
  readonly multipleOf?: number;
  readonly enum?: readonly number[];
}

/** The place of a thing in a row: told apart from other numbers by its type. */
export interface IndexField extends NumberField {
  readonly 'x-plenum': Facts & { readonly kind: 'index'; readonly noun: string };
}

export interface QuantityField extends Known {
  readonly type: 'number';
  readonly minimum?: number;
  readonly maximum?: number;
}

export interface WordField<Word extends string = string> extends Known {
  readonly type: 'string';
  readonly enum: readonly Word[];
}

export interface TextField extends Known {
  readonly type: 'string';
  readonly pattern?: string;
  readonly maxLength?: number;
}

export interface BoolField extends Known {
  readonly type: 'boolean';
}

export type Fields = { readonly [key: string]: Field };

export interface RecordField<F = Fields, Optional = unknown> extends Known {
  readonly type: 'object';
  readonly properties: F;
  readonly required: readonly string[];
  readonly additionalProperties: false;
  readonly '~optional'?: Optional;
}

export interface ListField<F = unknown> extends Known {
  readonly type: 'array';
  readonly items: F;
  readonly minItems: number;
  /** Infinity where there is no limit. */
  readonly maxItems: number;
}

/** An object whose keys are not known beforehand, each with a value of one field. */
export interface MapField<F = unknown> extends Known {
  readonly type?: never;
  readonly additionalProperties: F;
}

/** Any JSON object: what it holds is defined elsewhere, or by a newer release. */
export interface ObjectField extends Known {
  readonly type?: never;
  readonly additionalProperties: true;
}

export type ScalarField = NumberField | QuantityField | WordField | TextField | BoolField;
/** A JSON Schema (2020-12) that carries our facts: the one definition everything is derived from. */
export type Field = ScalarField | RecordField | ObjectField | ListField | MapField;

/** The facts of a field. */
export const factsOf = (field: Field): Facts => field['x-plenum'];
