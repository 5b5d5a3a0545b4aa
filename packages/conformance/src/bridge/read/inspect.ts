import { describe } from '@plenum/protocol/derive';
import {
  type ByKind,
  callByKind,
  type Field,
  factsOf,
  type ListField,
  type NumberField,
  type RangedField,
  type RecordField,
  type TextField,
} from '@plenum/protocol/field';

/**
 * A kind of fault: a `missing` or `unknown` key, a different JSON `type`, a measurement outside its `range`, a number
 * that is not in its enumeration (`value`), or a `name` that is too long or has control characters.
 */
export type ProblemKind = 'missing' | 'unknown' | 'type' | 'range' | 'value' | 'name';

export interface Problem {
  readonly kind: ProblemKind;
  readonly path: string;
  /** The rest of a sentence that begins with the path, for example `is "true", not 0 or 1`. */
  readonly says: string;
  readonly field: Field | undefined;
}

const toText = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 80);

const isNot = (kind: ProblemKind, field: Field, value: unknown, path: string): readonly Problem[] => [
  { kind, path, says: `is ${toText(value)}, not ${describe(field)}`, field },
];

/**
 * A number with a unit is a measurement; a number without a unit is an enumeration, to which new firmware may add
 * values.
 */
const isMeasure = (field: Field): boolean => factsOf(field).unit !== undefined;

const ranged = (field: RangedField, value: unknown, path: string): readonly Problem[] => {
  if (!Number.isInteger(value)) return isNot('type', field, value, path);
  const { minimum, maximum, multipleOf = 1 } = field;
  const number = value as number;
  const isInside =
    number >= (minimum ?? number) && number <= (maximum ?? number) && number % multipleOf === 0;
  return isInside ? [] : isNot(isMeasure(field) ? 'range' : 'value', field, value, path);
};

const clock = (field: NumberField, value: unknown, path: string): readonly Problem[] => {
  if (value === factsOf(field).disabled) return [];
  return ranged(field, value, path).map((each) => ({
    ...each,
    kind: each.kind === 'value' ? 'range' : each.kind,
  }));
};

const index = (field: NumberField, value: unknown, path: string): readonly Problem[] =>
  ranged(field, value, path).map((each) => ({ ...each, kind: each.kind === 'value' ? 'range' : each.kind }));

const choice = (field: NumberField, value: unknown, path: string): readonly Problem[] => {
  if (!Number.isInteger(value)) return isNot('type', field, value, path);
  return field.enum?.includes(value as number) ? [] : isNot('value', field, value, path);
};

const matches = ({ pattern }: TextField, value: string) =>
  pattern === undefined || new RegExp(pattern, 'u').test(value);

const text = (field: TextField, value: unknown, path: string): readonly Problem[] => {
  if (typeof value !== 'string') return isNot('type', field, value, path);
  return matches(field, value) ? [] : isNot('value', field, value, path);
};

const name = (field: TextField, value: unknown, path: string): readonly Problem[] => {
  if (typeof value !== 'string') return isNot('type', field, value, path);
  const isFit = matches(field, value) && Buffer.byteLength(value) <= factsOf(field).bytes!;
  return isFit ? [] : isNot('name', field, value, path);
};

const bool = (field: Field, value: unknown, path: string): readonly Problem[] =>
  typeof value === 'boolean' ? [] : isNot('type', field, value, path);

const at = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`);

const missing = (value: object, key: string, field: Field, path: string): Problem => {
  const other = Object.keys(value).find((each) => each.toLowerCase() === key.toLowerCase());
  const says = other === undefined ? 'is not there' : `is spelled ${toText(other)}`;
  return { kind: 'missing', path: at(path, key), says, field };
};

const record = (field: RecordField, value: unknown, path: string): readonly Problem[] => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return isNot('type', field, value, path);
  const known = Object.entries(field.properties) as [string, Field][];
  const members = known.flatMap(([key, member]) => {
    if (Object.hasOwn(value, key))
      return inspect(member, (value as Record<string, unknown>)[key], at(path, key));
    const mayBeMissing = factsOf(member).live || !field.required.includes(key);
    return mayBeMissing ? [] : [missing(value, key, member, path)];
  });
  const unknown = Object.keys(value)
    .filter((key) => !Object.hasOwn(field.properties, key))
    .map(
      (key): Problem => ({
        kind: 'unknown',
        path: at(path, key),
        says: 'is not in the interface',
        field: undefined,
      }),
    );
  return [...members, ...unknown];
};

const list = (field: ListField<Field>, value: unknown, path: string): readonly Problem[] => {
  if (!Array.isArray(value)) return isNot('type', field, value, path);
  const { minItems, maxItems, items } = field;
  const isFit = value.length >= minItems && value.length <= maxItems;
  const length: Problem = {
    kind: 'range',
    path,
    says: `has ${value.length} entries, not ${describe(field)}`,
    field,
  };
  return [
    ...(isFit ? [] : [length]),
    ...value.flatMap((item, position) => inspect(items, item, `${path}[${position}]`)),
  ];
};

const inspections: ByKind<readonly Problem[], [value: unknown, path: string]> = {
  temperature: ranged,
  setpoint: ranged,
  percent: ranged,
  minutes: ranged,
  number: ranged,
  instant: ranged,
  quantity: ranged,
  flag: ranged,
  clock,
  index,
  choice,
  name,
  text,
  word: text,
  bool,
  record,
  object: () => [],
  list,
  map: () => [],
};

/** Returns every fault of a value, according to the definition of its field. */
export const inspect = (field: Field, value: unknown, path = ''): readonly Problem[] =>
  callByKind(inspections, field, value, path);
