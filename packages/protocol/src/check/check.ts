import type { Kind } from '../field/facts.ts';
import {
  type Field,
  factsOf,
  type ListField,
  type NumberField,
  type QuantityField,
  type RecordField,
  type TextField,
  type WordField,
} from '../field/make.ts';
import type { Value } from '../field/value.ts';
import { ok, type Refusal, type Result, refuse } from '../refusal/refusal.ts';

type Path = readonly string[];
type Check = (field: never, input: unknown, path: Path) => Result<unknown>;

/**
 * Checks a value that came from outside against its field, closed: unknown keys and unlisted values are refused.
 * Returns the value with alternative spellings made one, or the first refusal.
 */
export const check = <F extends Field>(field: F, input: unknown, path: Path = []): Result<Value<F>> =>
  checks[factsOf(field).kind](field as never, input, path) as Result<Value<F>>;

const refuseValue = (code: Refusal['code'], field: Field, input: unknown, path: Path, facts: object = {}) => {
  const { unit, scale, noun } = factsOf(field);
  return refuse(code, { path, input, facts: { unit, scale, noun, ...facts } });
};

const whole = (field: NumberField, input: unknown, path: Path): Result<number> => {
  if (typeof input !== 'number')
    return refuseValue('wrong-type', field, input, path, { expected: 'a number' });
  if (!Number.isInteger(input)) return refuseValue('not-whole', field, input, path);
  return ok(input === 0 ? 0 : input);
};

const ranged = (field: NumberField, input: unknown, path: Path): Result<number> => {
  const value = whole(field, input, path);
  if (!value.ok) return value;
  const { minimum: min, maximum: max, multipleOf: step } = field;
  if (min !== undefined && value.value < min) return refuseValue('too-low', field, input, path, { min });
  if (max !== undefined && value.value > max) return refuseValue('too-high', field, input, path, { max });
  if (step !== undefined && value.value % step !== 0) {
    const lower = Math.floor(value.value / step) * step;
    return refuseValue('off-step', field, input, path, { step, lower, upper: lower + step });
  }
  return value;
};

const quantity = (field: QuantityField, input: unknown, path: Path): Result<number> => {
  if (typeof input !== 'number' || !Number.isFinite(input))
    return refuseValue('wrong-type', field, input, path, { expected: 'a number' });
  const { minimum: min, maximum: max } = field;
  if (min !== undefined && input < min) return refuseValue('too-low', field, input, path, { min });
  if (max !== undefined && input > max) return refuseValue('too-high', field, input, path, { max });
  return ok(input === 0 ? 0 : input);
};

const word = (field: WordField, input: unknown, path: Path): Result<string> =>
  field.enum.includes(input as string)
    ? ok(input as string)
    : refuseValue('not-a-choice', field, input, path, { choices: field.enum });

const index = (field: NumberField, input: unknown, path: Path): Result<number> => {
  const value = whole(field, input, path);
  if (!value.ok || (value.value >= field.minimum! && value.value <= field.maximum!)) return value;
  return refuseValue('no-such-index', field, input, path, { min: field.minimum, max: field.maximum });
};

const clock = (field: NumberField, input: unknown, path: Path): Result<number> => {
  const { disabled } = factsOf(field);
  if (disabled === undefined || input === disabled)
    return disabled === undefined ? ranged(field, input, path) : ok(disabled);
  const value = ranged(field, input, path);
  if (value.ok || (value.refusal.code !== 'too-low' && value.refusal.code !== 'too-high')) return value;
  return refuseValue('not-a-time', field, input, path, { max: field.maximum, disabled });
};

const choice = (field: NumberField, input: unknown, path: Path): Result<number> => {
  const choices = factsOf(field).choices ?? {};
  const value = whole(field, input, path);
  if (!value.ok || Object.values(choices).includes(value.value)) return value;
  const labels = Object.entries(choices).map(([label, number]) => `${number} ${label}`);
  return refuseValue('not-a-choice', field, input, path, { choices: labels });
};

const string = (field: TextField, input: unknown, path: Path): Result<string> =>
  typeof input === 'string' ? ok(input) : refuseValue('wrong-type', field, input, path, { expected: 'text' });

const encoder = new TextEncoder();
const name = (field: TextField, input: unknown, path: Path): Result<string> => {
  const value = string(field, input, path);
  if (!value.ok) return value;
  if (!new RegExp(field.pattern!, 'u').test(value.value))
    return refuseValue('name-not-text', field, input, path);
  const bytes = factsOf(field).bytes!;
  const { length } = encoder.encode(value.value);
  return length <= bytes ? value : refuseValue('name-too-long', field, input, path, { length, bytes });
};

const bool = (field: Field, input: unknown, path: Path): Result<boolean> =>
  typeof input === 'boolean'
    ? ok(input)
    : refuseValue('wrong-type', field, input, path, { expected: 'true or false' });

const list = (field: ListField<Field>, input: unknown, path: Path): Result<unknown[]> => {
  if (!Array.isArray(input)) return refuseValue('wrong-type', field, input, path, { expected: 'a list' });
  const { length } = input;
  if (length < field.minItems)
    return refuseValue('too-few', field, undefined, path, { length, min: field.minItems });
  if (length > field.maxItems)
    return refuseValue('too-many', field, undefined, path, { length, max: field.maxItems });
  const values: unknown[] = [];
  for (const [position, item] of input.entries()) {
    const value = check(field.items, item, [...path, String(position)]) as Result<unknown>;
    if (!value.ok) return value;
    values.push(value.value);
  }
  return ok(values);
};

const isRecord = (input: unknown): input is Record<string, unknown> =>
  typeof input === 'object' && input !== null && !Array.isArray(input);

const record = (field: RecordField, input: unknown, path: Path): Result<object> => {
  if (!isRecord(input)) return refuseValue('wrong-type', field, input, path, { expected: 'an object' });
  const values: Record<string, unknown> = {};
  const known = new Set<string>();
  for (const [key, member] of Object.entries(field.properties)) {
    const spellings = [key, ...(factsOf(member).alias ?? [])];
    const present = spellings.filter((spelling) => Object.hasOwn(input, spelling));
    for (const spelling of spellings) known.add(spelling);
    if (present.length > 1) return refuseValue('twice-named', field, undefined, path, { keys: present });
    if (present.length === 0) {
      if (field.required.includes(key)) return refuseValue('missing-key', field, undefined, path, { key });
      continue;
    }
    const value = check(member, input[present[0]!], [...path, key]) as Result<unknown>;
    if (!value.ok) return value;
    values[key] = value.value;
  }
  const unknown = Object.keys(input).find((key) => !known.has(key));
  if (unknown === undefined) return ok(values);
  return refuse('unknown-key', { path, input: unknown, facts: { keys: Object.keys(field.properties) } });
};

const checks: Record<Kind, Check> = {
  temperature: ranged,
  setpoint: ranged,
  flag: ranged,
  percent: ranged,
  minutes: ranged,
  number: ranged,
  quantity,
  choice,
  clock,
  index,
  name,
  text: string,
  word,
  bool,
  record,
  list,
};
