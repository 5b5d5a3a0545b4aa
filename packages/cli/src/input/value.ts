import {
  type ByKind,
  callByKind,
  type Field,
  factsOf,
  type NumberField,
  type RangedField,
  type RecordField,
} from '@plenum/protocol/field';
import { refuse, toSentence } from '@plenum/protocol/refusal';
import { durationUnits, readDuration } from '@plenum/protocol/text';
import { wrongUsage } from '../failure.ts';

const plainNumber = /^-?(\d+(\.\d*)?|\.\d+)$/;

/** Scales a number to its value on the wire and rounds it once. */
const scaled = (value: number, scale = 1) => Math.round(value * scale * 1e6) / 1e6;

const withoutUnit = (typed: string, unit: string): string | undefined => {
  const letters = (text: string) => text.replace(/[^\p{L}%]/gu, '').toLowerCase();
  const found = /^(-?[\d.]+)\s*(\D.*)$/.exec(typed);
  return found !== null && letters(found[2]!) === letters(unit) ? found[1] : undefined;
};

/**
 * Reads a number without a unit as the value on the wire, unless the limits of its field rule that out: a setpoint of
 * 15 to 30 °C is sent as 1500 to 3000, so 21.5 is in degrees, and so is everything below a tenth of the lowest value.
 */
const plain = ({ minimum = 0 }: RangedField, value: number, scale = 1): number => {
  if (scale === 1 || minimum <= 0 || value < 0) return value;
  return Number.isInteger(value) && value >= minimum / 10 ? value : scaled(value, scale);
};

/** True if a unit is a unit of time, in which case `1h30m` can be typed. */
export const isDuration = (unit: string | undefined): unit is keyof typeof durationUnits =>
  unit !== undefined && Object.hasOwn(durationUnits, unit);

/** Reads a duration such as `1h30m`, `90s` or `2d` in the unit of its field; undefined if it is not one. */
const readInUnit = (typed: string, unit: string | undefined): number | undefined => {
  if (!isDuration(unit)) return undefined;
  const seconds = readDuration(typed);
  return seconds === undefined ? undefined : scaled(seconds / durationUnits[unit]);
};

/**
 * Reads a temperature in °F, such as `70F`, as the nearest step of a field in °C, as the pages do; undefined if it is
 * not one.
 */
const readFahrenheit = (field: RangedField, typed: string): number | undefined => {
  const { unit, scale = 1 } = factsOf(field);
  const bare = unit === '°C' ? withoutUnit(typed, '°F') : undefined;
  if (bare === undefined || !plainNumber.test(bare)) return undefined;
  const { multipleOf: step = 1 } = field;
  return Math.round((((Number(bare) - 32) / 1.8) * scale) / step) * step;
};

/**
 * Reads a quantity: `2250` is the value on the wire, `22.5C` is 22.5 degrees, `1h30m` is 90 minutes or 5400 seconds,
 * and so on for other units. Anything else is returned as typed, so that validation refuses it with its own sentence.
 */
const quantity = (field: RangedField, typed: string): unknown => {
  const { unit, scale } = factsOf(field);
  if (plainNumber.test(typed)) return plain(field, Number(typed), scale);
  const bare = unit === undefined ? undefined : withoutUnit(typed, unit);
  if (bare !== undefined && plainNumber.test(bare)) return scaled(Number(bare), scale);
  return readFahrenheit(field, typed) ?? readInUnit(typed, unit) ?? typed;
};

const switches: Readonly<Record<string, number>> = { on: 1, off: 0, yes: 1, no: 0, true: 1, false: 0 };
const flag = (field: NumberField, typed: string) => switches[typed.toLowerCase()] ?? quantity(field, typed);

const toWord = (label: string) => label.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

const choice = (field: NumberField, typed: string, path: readonly string[]): unknown => {
  if (plainNumber.test(typed)) return Number(typed);
  const choices = Object.entries(factsOf(field).choices ?? {});
  const wanted = toWord(typed);
  const exact = choices.find(([label]) => toWord(label) === wanted);
  const starting = choices.filter(([label]) => wanted !== '' && toWord(label).startsWith(wanted));
  const found = exact ?? (starting.length === 1 ? starting[0] : undefined);
  if (found !== undefined) return found[1];
  const facts = { choices: choices.map(([label, value]) => `${value} ${label}`) };
  throw wrongUsage(toSentence(refuse('not-a-choice', { path, input: typed, facts }).refusal));
};

const clock = (field: NumberField, typed: string): unknown =>
  typed.toLowerCase() === 'none' ? (factsOf(field).disabled ?? typed) : quantity(field, typed);

/** Reads `M,Tu,W`, `all` or `none` for a record of flags, such as the days of a favourite; otherwise JSON. */
const record = (field: RecordField, typed: string, path: readonly string[]): unknown => {
  const keys = Object.keys(field.properties);
  const isFlags = keys.every((key) => factsOf(field.properties[key] as Field).kind === 'flag');
  if (!isFlags || typed.startsWith('{')) return json(field, typed, path);
  const wanted = typed.toLowerCase() === 'all' ? keys : typed.split(',').map((key) => key.trim());
  const set = wanted.filter((key) => key !== '' && key.toLowerCase() !== 'none');
  const strange = set.find((key) => !keys.some((known) => known.toLowerCase() === key.toLowerCase()));
  if (strange !== undefined)
    throw wrongUsage(toSentence(refuse('unknown-key', { path, input: strange, facts: { keys } }).refusal));
  const isSet = (key: string) => set.some((each) => each.toLowerCase() === key.toLowerCase());
  return Object.fromEntries(keys.map((key) => [key, isSet(key) ? 1 : 0]));
};

const json = (_: Field, typed: string, path: readonly string[]): unknown => {
  try {
    return JSON.parse(typed);
  } catch (error) {
    throw wrongUsage(`${path.join('.')}: this is not JSON: ${(error as Error).message}.`);
  }
};

const asTyped = (_: Field, typed: string) => typed;

const reads: ByKind<unknown, [typed: string, path: readonly string[]]> = {
  temperature: quantity,
  setpoint: quantity,
  percent: quantity,
  number: quantity,
  instant: quantity,
  quantity,
  minutes: quantity,
  flag,
  choice,
  clock,
  index: quantity,
  name: asTyped,
  text: asTyped,
  word: asTyped,
  bool: (_, typed) => ({ 1: true, 0: false })[String(switches[typed.toLowerCase()] ?? typed)] ?? typed,
  record,
  object: json,
  list: json,
  map: json,
};

/** Converts a typed value to its value on the wire; the command is validated later. */
export const readValue = (field: Field, typed: string, path: readonly string[]): unknown =>
  callByKind(reads, field, typed, path);
