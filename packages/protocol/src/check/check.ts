import { type ByKind, callByKind } from '../field/by-kind.ts';
import { type Field, factsOf, type ListField, type MapField, type RecordField } from '../field/field.ts';
import type { Value } from '../field/value.ts';
import { isRecord } from '../json/is-record.ts';
import { ok, type Refusal, type Result, refuse } from '../refusal/refusal.ts';
import { choice, clock, flag, index, quantity, ranged } from './numbers.ts';
import { refuseValue } from './refuse-value.ts';
import { bool, name, text, word } from './texts.ts';

type Path = readonly string[];
const here: Path = [];

const find = (field: Field, input: unknown): Result<unknown> => callByKind(checks, field, input);

/** Returns a refusal with a path that begins at the enclosing value. */
const within = (key: string | Path, refused: { ok: false; refusal: Refusal }): typeof refused => ({
  ok: false,
  refusal: { ...refused.refusal, path: [key, refused.refusal.path].flat() },
});

/**
 * Checks an untrusted value against its field. Unknown keys and unlisted values are refused. Returns the value with
 * alternative spellings replaced by the main one, or the first refusal.
 */
export function check<F extends Field>(field: F, input: unknown, path: Path = here): Result<Value<F>> {
  const value = find(field, input);
  return (value.ok ? value : within(path, value)) as Result<Value<F>>;
}

const list = (field: ListField<Field>, input: unknown): Result<unknown[]> => {
  if (!Array.isArray(input)) return refuseValue('wrong-type', field, input, { expected: 'a list' });
  const { length } = input;
  if (length < field.minItems)
    return refuseValue('too-few', field, undefined, { length, min: field.minItems });
  if (length > field.maxItems)
    return refuseValue('too-many', field, undefined, { length, max: field.maxItems });
  const values: unknown[] = [];
  for (const [position, item] of input.entries()) {
    const value = find(field.items, item);
    if (!value.ok) return within(String(position), value);
    values.push(value.value);
  }
  return ok(values);
};

interface Member {
  readonly key: string;
  readonly field: Field;
  readonly spellings: readonly string[];
  readonly required: boolean;
}

interface Plan {
  readonly members: readonly Member[];
  readonly known: ReadonlySet<string>;
}

const plans = new WeakMap<RecordField, Plan>();

/** Derives the facts that the checks of a record need, once per record. */
const planOf = (of: RecordField): Plan => {
  const made = plans.get(of);
  if (made !== undefined) return made;
  const members = (Object.entries(of.properties) as [string, Field][]).map(([key, field]) => ({
    key,
    field,
    spellings: [key, ...(factsOf(field).alias ?? [])],
    required: of.required.includes(key),
  }));
  const plan = { members, known: new Set(members.flatMap(({ spellings }) => spellings)) };
  plans.set(of, plan);
  return plan;
};

const record = (field: RecordField, input: unknown): Result<object> => {
  if (!isRecord(input)) return refuseValue('wrong-type', field, input, { expected: 'an object' });
  const { members, known } = planOf(field);
  const values: Record<string, unknown> = {};
  for (const { key, field: member, spellings, required } of members) {
    const keys = spellings.filter((spelling) => Object.hasOwn(input, spelling));
    if (keys.length > 1) return refuseValue('twice-named', field, undefined, { keys });
    if (keys.length === 0 && required) return refuseValue('missing-key', field, undefined, { key });
    if (keys.length === 0) continue;
    const value = find(member, input[keys[0]!]);
    if (!value.ok) return within(key, value);
    values[key] = value.value;
  }
  const unknown = Object.keys(input).find((key) => !known.has(key));
  if (unknown === undefined) return ok(values);
  return refuse('unknown-key', { input: unknown, facts: { keys: members.map(({ key }) => key) } });
};

const map = (field: MapField<Field>, input: unknown): Result<object> => {
  if (!isRecord(input)) return refuseValue('wrong-type', field, input, { expected: 'an object' });
  const values: [string, unknown][] = [];
  for (const [key, item] of Object.entries(input)) {
    const value = find(field.additionalProperties, item);
    if (!value.ok) return within(key, value);
    values.push([key, value.value]);
  }
  return ok(Object.fromEntries(values));
};

const object = (field: Field, input: unknown): Result<object> =>
  isRecord(input) ? ok(input) : refuseValue('wrong-type', field, input, { expected: 'an object' });

const checks: ByKind<Result<unknown>, [input: unknown]> = {
  temperature: ranged,
  setpoint: ranged,
  flag,
  percent: ranged,
  minutes: ranged,
  number: ranged,
  instant: ranged,
  quantity,
  choice,
  clock,
  index,
  name,
  text,
  word,
  bool,
  record,
  object,
  list,
  map,
};
