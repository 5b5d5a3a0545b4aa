import { type Field, factsOf, type TextField, type WordField } from '../field/field.ts';
import { ok, type Result } from '../refusal/refusal.ts';
import { refuseValue } from './refuse-value.ts';

export const word = (field: WordField, input: unknown): Result<string> =>
  field.enum.includes(input as string)
    ? ok(input as string)
    : refuseValue('not-a-choice', field, input, { choices: field.enum });

const string = (field: TextField, input: unknown): Result<string> =>
  typeof input === 'string' ? ok(input) : refuseValue('wrong-type', field, input, { expected: 'text' });

const compiled = new Map<string, RegExp>();
const matches = (pattern: string, value: string): boolean => {
  const known = compiled.get(pattern) ?? new RegExp(pattern, 'u');
  compiled.set(pattern, known);
  return known.test(value);
};

export function text(field: TextField, input: unknown): Result<string> {
  const value = string(field, input);
  if (!value.ok || field.pattern === undefined || matches(field.pattern, value.value)) return value;
  return refuseValue('wrong-type', field, input, { expected: factsOf(field).expected ?? 'such text' });
}

const encoder = new TextEncoder();
export function name(field: TextField, input: unknown): Result<string> {
  const value = string(field, input);
  if (!value.ok) return value;
  if (!matches(field.pattern!, value.value)) return refuseValue('name-not-text', field, input);
  const bytes = factsOf(field).bytes!;
  const { length } = encoder.encode(value.value);
  return length <= bytes ? value : refuseValue('name-too-long', field, input, { length, bytes });
}

export const bool = (field: Field, input: unknown): Result<boolean> =>
  typeof input === 'boolean'
    ? ok(input)
    : refuseValue('wrong-type', field, input, { expected: 'true or false' });
