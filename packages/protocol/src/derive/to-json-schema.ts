import type { Command } from '../definition/command.ts';
import type { Resource } from '../definition/resource.ts';
import { type ByKind, callByKind } from '../field/by-kind.ts';
import {
  type Field,
  factsOf,
  type ListField,
  type NumberField,
  type RangedField,
  type RecordField,
  type TextField,
  type WordField,
} from '../field/field.ts';

/**
 * A JSON Schema of draft 2020-12, with `x-unit`, `x-scale`, `x-labels` and `x-maxBytes` in addition to the standard
 * keywords.
 */
export type JsonSchema = { readonly [word: string]: unknown };

/**
 * Closed schemas refuse members that a command may not contain; open ones accept those that future devices may send
 * (wire facts 4).
 */
type Strictness = 'closed' | 'open';
const about = (field: Field): JsonSchema => {
  const { unit, scale, choices } = factsOf(field);
  return {
    description: field.description,
    ...(unit !== undefined && { 'x-unit': unit }),
    ...(scale !== undefined && { 'x-scale': scale }),
    ...(choices !== undefined && { 'x-labels': toLabels(choices) }),
  };
};

const toLabels = (choices: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(choices).map(([label, value]) => [String(value), label]));

const limits = (field: RangedField): JsonSchema => {
  const { minimum, maximum, multipleOf } = field;
  const { isRounded } = factsOf(field);
  return {
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(multipleOf !== undefined && !isRounded && { multipleOf }),
  };
};

const limited = (field: RangedField, strictness: Strictness): JsonSchema => ({
  type: strictness === 'closed' && factsOf(field).isRounded ? 'number' : field.type,
  ...(strictness === 'closed' && limits(field)),
  ...about(field),
});

const clock = (field: NumberField, strictness: Strictness): JsonSchema => {
  const { disabled } = factsOf(field);
  if (disabled === undefined || strictness === 'open') return limited(field, strictness);
  return { type: 'integer', anyOf: [limits(field), { const: disabled }], ...about(field) };
};

const listed = (field: NumberField | WordField, strictness: Strictness): JsonSchema => ({
  type: field.type,
  ...(strictness === 'closed' && { enum: field.enum }),
  ...about(field),
});

const text = (field: TextField, strictness: Strictness): JsonSchema => {
  const { pattern, maxLength } = field;
  const { bytes } = factsOf(field);
  const form = {
    ...(maxLength !== undefined && { maxLength }),
    ...(bytes !== undefined && { 'x-maxBytes': bytes }),
    ...(pattern !== undefined && { pattern }),
  };
  return { type: 'string', ...(strictness === 'closed' && form), ...about(field) };
};

const list = (field: ListField<Field>, strictness: Strictness): JsonSchema => ({
  type: 'array',
  items: toSchema(field.items, strictness),
  ...(strictness === 'closed' && {
    minItems: field.minItems,
    ...(Number.isFinite(field.maxItems) && { maxItems: field.maxItems }),
  }),
  ...about(field),
});

const one = (spellings: readonly string[]) => ({ oneOf: spellings.map((key) => ({ required: [key] })) });
const notBoth = (spellings: readonly string[]) => ({ not: { required: spellings } });

const record = (field: RecordField, strictness: Strictness): JsonSchema => {
  const members = Object.entries(field.properties) as [string, Field][];
  if (strictness === 'open') {
    const properties = Object.fromEntries(
      members.map(([key, member]) => [key, toSchema(member, strictness)]),
    );
    return { type: 'object', properties, ...about(field) };
  }
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  const choices: JsonSchema[] = [];
  for (const [key, member] of members) {
    const spellings = [key, ...(factsOf(member).alias ?? [])];
    for (const spelling of spellings) properties[spelling] = toSchema(member, strictness);
    if (spellings.length > 1)
      choices.push(field.required.includes(key) ? one(spellings) : notBoth(spellings));
    else if (field.required.includes(key)) required.push(key);
  }
  return {
    type: 'object',
    properties,
    ...(required.length > 0 && { required }),
    ...(choices.length > 0 && { allOf: choices }),
    additionalProperties: false,
    ...about(field),
  };
};

const schemas: ByKind<JsonSchema, [strictness: Strictness]> = {
  temperature: limited,
  setpoint: limited,
  flag: limited,
  percent: limited,
  minutes: limited,
  index: limited,
  number: limited,
  instant: limited,
  quantity: limited,
  choice: listed,
  word: listed,
  clock,
  name: text,
  text,
  bool: (field) => ({ type: field.type, ...about(field) }),
  record,
  object: (field) => ({ type: 'object', ...about(field) }),
  list,
  map: (field, strictness) => ({
    type: 'object',
    additionalProperties: toSchema(field.additionalProperties, strictness),
    ...about(field),
  }),
};

const toSchema = (field: Field, strictness: Strictness): JsonSchema => callByKind(schemas, field, strictness);

/** Returns the schema of a value that a client sends. It refuses all undefined members and values. */
export const toFieldSchema = (field: Field): JsonSchema => toSchema(field, 'closed');

/**
 * Returns the schema of a value that a client receives. It checks types only, since later devices send more fields and
 * values (wire facts 4).
 */
export const toOpenSchema = (field: Field): JsonSchema => toSchema(field, 'open');

/** Returns the schema of a datagram, as a client reads it. */
export const toDatagramSchema = (resource: Resource): JsonSchema => ({
  title: resource.name,
  ...toOpenSchema(resource.fields as Field),
});

/**
 * Returns the schema of a command's whole body: an object whose only key is the command's name or an alternative
 * spelling.
 */
export const toCommandSchema = ({ name, alias, body, summary }: Command): JsonSchema => ({
  title: name,
  description: summary,
  type: 'object',
  properties: Object.fromEntries([name, ...alias].map((key) => [key, toFieldSchema(body)])),
  additionalProperties: false,
  minProperties: 1,
  maxProperties: 1,
});
