import { nearest } from '@plenum/protocol/command';
import { type Field, factsOf, type RecordField } from '@plenum/protocol/field';
import { isRecord } from '@plenum/protocol/json';
import { refuse, toSentence } from '@plenum/protocol/refusal';
import { wrongUsage } from '../failure.ts';
import { readValue } from './value.ts';

/** The definition of a command or an override. */
interface BodyDefinition {
  readonly name: string;
  readonly body: Field;
}

type Body = Record<string, unknown>;

/** Reads a JSON body, either bare or under the name of the command as on the wire. */
const readJson = (name: string, typed: string): unknown => {
  try {
    const value: unknown = JSON.parse(typed);
    return isRecord(value) && Object.keys(value).length === 1 && Object.hasOwn(value, name)
      ? value[name]
      : value;
  } catch (error) {
    throw wrongUsage(`${name}: this is not JSON: ${(error as Error).message}.`);
  }
};

const findKey = (field: RecordField, typed: string): string | undefined =>
  Object.entries(field.properties).find(([key, member]) =>
    [key, ...(factsOf(member as Field).alias ?? [])].some(
      (each) => each.toLowerCase() === typed.toLowerCase(),
    ),
  )?.[0];

const readPair = (name: string, field: RecordField, pair: string): [string, unknown] => {
  const equals = pair.indexOf('=');
  const keys = Object.keys(field.properties);
  if (equals < 1)
    throw wrongUsage(
      `${name} takes key=value pairs; keys are ${keys.join(', ')}. ${JSON.stringify(pair)} is not one of them.`,
    );
  const typed = pair.slice(0, equals);
  const key = findKey(field, typed);
  if (key === undefined) {
    const sentence = toSentence(
      refuse('unknown-key', { path: [name], input: typed, facts: { keys } }).refusal,
    );
    const meant = nearest(typed, keys);
    throw wrongUsage(meant === undefined ? sentence : `${sentence} Did you mean ${meant}?`);
  }
  return [key, readValue(field.properties[key] as Field, pair.slice(equals + 1), [name, key])];
};

const readPairs = (name: string, field: RecordField, typed: readonly string[]): Body => {
  const body: Body = {};
  for (const pair of typed) {
    const [key, value] = readPair(name, field, pair);
    if (Object.hasOwn(body, key)) throw wrongUsage(`${name}: ${key} is given twice.`);
    body[key] = value;
  }
  return body;
};

/** Reads the body of a command from the words after its name: one value, JSON, or key=value pairs. */
export function readBody({ name, body: field }: BodyDefinition, typed: readonly string[]): unknown {
  const [first = ''] = typed;
  const isSingle = typed.length === 1;
  if (isSingle && /^\s*[{[]/.test(first)) return readJson(name, first);
  if (factsOf(field).kind === 'record') return readPairs(name, field as RecordField, typed);
  if (isSingle) return readValue(field, first.startsWith('value=') ? first.slice(6) : first, [name]);
  throw wrongUsage(`${name} takes one value.`);
}
