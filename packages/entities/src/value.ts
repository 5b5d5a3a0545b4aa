import { type Field, factsOf, isLabelOf, type Kind, plainLabel } from '@plenum/protocol/field';
import { ok, type Result, refuse, toReading } from '@plenum/protocol/refusal';
import { toPlainText } from '@plenum/protocol/text';

/** A value in the units that people use; `null` if it is unknown. */
export type EntityValue = string | number | null;

/** The suffix of a member's name for each unit in the definitions. */
const unitWords: Readonly<Record<string, string>> = {
  '°C': 'celsius',
  '%': 'percent',
  min: 'minutes',
  d: 'days',
  ppm: 'ppm',
  ppb: 'ppb',
};

/** Returns the suffix of a member's name for a unit: `_celsius`. */
export function suffixOf(field: Field): string {
  const { unit } = factsOf(field);
  if (unit === undefined) return '';
  return `_${unitWords[unit] ?? unit.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase()}`;
}

/** Returns the labels of an enumeration; `isBrand` for a unit with the fan speeds of a brand. */
export const labelsOf = (field: Field, isBrand = false): readonly string[] =>
  Object.keys(factsOf(field).choices ?? {})
    .filter((label) => isLabelOf(label, isBrand))
    .map((label) => plainLabel(label, isBrand));

const toLabel = (field: Field, value: unknown, isBrand: boolean): string => {
  const found = Object.entries(factsOf(field).choices ?? {}).find(([, each]) => each === value);
  return found === undefined
    ? `type ${toPlainText(String(value)).slice(0, 20)}`
    : plainLabel(found[0], isBrand);
};

const onOff = (value: unknown): EntityValue =>
  ({ 0: 'off', 1: 'on', false: 'off', true: 'on' })[String(value)] ?? null;
const text = (value: unknown): EntityValue => (typeof value === 'string' ? toPlainText(value).trim() : null);

type Kinds = Readonly<Partial<Record<Kind, (value: unknown, field: Field, isBrand: boolean) => EntityValue>>>;

const number = (value: unknown, field: Field): EntityValue =>
  typeof value === 'number' && Number.isFinite(value) ? Number(toReading(value, factsOf(field).scale)) : null;

const readings: Kinds = {
  flag: onOff,
  bool: onOff,
  choice: (value, field, isBrand) => (typeof value === 'number' ? toLabel(field, value, isBrand) : null),
  name: text,
  text,
  word: text,
};

/**
 * Converts a wire value to the units that people use, according to its definition; `null` for missing and invalid
 * values.
 */
export const toPlainValue = (field: Field, value: unknown, isBrand = false): EntityValue =>
  value === undefined ? null : (readings[factsOf(field).kind] ?? number)(value, field, isBrand);

const flags: Readonly<Record<string, number>> = { on: 1, off: 0, true: 1, false: 0, 1: 1, 0: 0 };

const toFlag = (typed: string): Result<number> => {
  const value = flags[typed.toLowerCase()];
  return value === undefined || !Object.hasOwn(flags, typed.toLowerCase())
    ? refuse('not-a-choice', { input: typed, facts: { choices: ['on', 'off'] } })
    : ok(value);
};

const toChoice = (typed: string, field: Field, isBrand: boolean): Result<number> => {
  const labels = Object.entries(factsOf(field).choices ?? {}).filter(([label]) => isLabelOf(label, isBrand));
  const found = labels.find(([label]) => plainLabel(label, isBrand) === typed.toLowerCase());
  if (found !== undefined) return ok(found[1]);
  return refuse('not-a-choice', {
    input: typed,
    facts: { choices: labels.map(([label]) => plainLabel(label, isBrand)) },
  });
};

/** Payloads that open and close a damper, a valve or a door. */
export const openAndClose = ['open', 'close'] as const;

/** Returns the given word if it is one of these; otherwise a refusal that lists them. */
export function readWord<Word extends string>(typed: string, words: readonly Word[]): Result<Word> {
  const wanted = typed.trim();
  const found = words.find((word) => word === wanted) ?? words.find((word) => word === wanted.toLowerCase());
  if (found !== undefined) return ok(found);
  return refuse('not-a-choice', { input: typed, facts: { choices: words } });
}

/**
 * Converts a number in people's units to the scale of the wire. A number that is finer than that scale was converted
 * from other units (71 °F are 21.666... °C), so it is rounded to the step. Any other number is checked unchanged.
 */
const toWireNumber = (typed: string, field: Field): Result<number> => {
  if (!/^[+-]?\d{1,9}(\.\d{1,20})?$/.test(typed))
    return refuse('wrong-type', { input: typed, facts: { expected: 'a number' } });
  const { scale = 1 } = factsOf(field);
  const exact = Number(typed) * scale;
  const whole = Math.round(exact);
  const { multipleOf: step = 1 } = field as { multipleOf?: number };
  return ok(Math.abs(exact - whole) < 1e-6 ? whole : Math.round(exact / step) * step);
};

/**
 * Converts a payload to a wire value, according to the definition of the field; its limits are checked with the
 * command.
 */
export function toWireValue(field: Field, typed: string, isBrand = false): Result<unknown> {
  switch (factsOf(field).kind) {
    case 'flag':
      return toFlag(typed.trim());
    case 'choice':
      return toChoice(typed.trim(), field, isBrand);
    case 'name':
    case 'text':
      return ok(typed);
    default:
      return toWireNumber(typed.trim(), field);
  }
}

/** Returns the limits of a number in people's units; `step` if the definition has one. */
export function limitsOf(field: Field): { min?: number; max?: number; step?: number } {
  const { minimum, maximum, multipleOf } = field as {
    minimum?: unknown;
    maximum?: unknown;
    multipleOf?: unknown;
  };
  const { scale = 1 } = factsOf(field);
  const toLimit = (wire: unknown) => (typeof wire === 'number' ? Number(toReading(wire, scale)) : undefined);
  const limits = { min: toLimit(minimum), max: toLimit(maximum), step: toLimit(multipleOf) };
  return Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== undefined));
}
