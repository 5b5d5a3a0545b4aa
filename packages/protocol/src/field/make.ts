import type { Enumeration } from './enumeration.ts';
import type { Facts, Kind } from './facts.ts';
import type {
  BoolField,
  Field,
  Fields,
  IndexField,
  ListField,
  MapField,
  NumberField,
  ObjectField,
  QuantityField,
  RecordField,
  TextField,
  WordField,
} from './field.ts';

/** Facts that any field may have. */
export interface About {
  readonly section?: string;
  readonly gap?: string;
  readonly inert?: string;
  readonly isRounded?: boolean;
  readonly isDifference?: boolean;
  readonly metric?: string;
  readonly mirrorsClock?: boolean;
  readonly live?: boolean;
  readonly alias?: readonly string[];
  readonly example?: unknown;
}

interface Range extends About {
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  readonly unit?: string;
  readonly scale?: number;
  readonly disabled?: number;
}

const integer = (kind: Kind, description: string, range: Range, more: Partial<Facts> = {}): NumberField => {
  const { min, max, step, ...facts } = range;
  return {
    type: 'integer',
    description,
    ...(min !== undefined && { minimum: min }),
    ...(max !== undefined && { maximum: max }),
    ...(step !== undefined && { multipleOf: step }),
    'x-plenum': { kind, ...facts, ...more },
  };
};

/** A measured temperature in hundredths of a degree Celsius. */
export const temperature = (description: string, range: Range = {}) =>
  integer('temperature', description, { unit: '°C', scale: 100, ...range });

/** A commanded temperature in hundredths of a degree Celsius. Limits and step are on the wire's scale. */
export const setpoint = (description: string, range: Range) =>
  integer('setpoint', description, { unit: '°C', scale: 100, ...range });

/** An integer 0 (disabled, off) or 1 (enabled, on). */
export const flag = (description: string, about: About = {}) =>
  integer('flag', description, { min: 0, max: 1, ...about });

/** One value of an enumeration. */
export const choice = (of: Enumeration, description: string, about: About = {}): NumberField => ({
  type: 'integer',
  description,
  enum: Object.values(of.values),
  'x-plenum': {
    kind: 'choice',
    enumeration: of.name,
    choices: of.values,
    ...(of.takers && { takers: of.takers }),
    ...about,
  },
});

/** A percentage. */
export const percent = (description: string, range: Range = {}) =>
  integer('percent', description, { min: 0, max: 100, unit: '%', ...range });

/** A duration in whole minutes. */
export const minutes = (description: string, range: Range = {}) =>
  integer('minutes', description, { min: 0, unit: 'min', ...range });

/** The hour (0-23) or minute (0-59) of a time of day. The value `disabled` switches it off. */
export const clock = (description: string, range: { min?: number; max: number; disabled?: number } & About) =>
  integer('clock', description, { min: 0, ...range });

/** The index of one of `count` items, counted from `from` (default 0). */
export function index(noun: string, range: { count: number; from?: number } & About): IndexField {
  const { count, from = 0, ...about } = range;
  const field = integer('index', `${noun} index`, { min: from, max: from + count - 1, ...about });
  return { ...field, 'x-plenum': { ...field['x-plenum'], kind: 'index', noun } };
}

/** Any other whole number, with its unit if it has one. */
export const number = (description: string, range: Range = {}) => integer('number', description, range);

/**
 * A timestamp in milliseconds since 1970 UTC. Used in responses of the console API, never on the wire of the interface.
 */
export const instant = (description: string, about: About = {}) =>
  integer('instant', `${description}, ms since 1970 UTC`, about);

/**
 * A measured value in its base unit, not scaled. Used in house files and simulation overrides, never on the wire of the
 * interface.
 */
export function quantity(description: string, range: Omit<Range, 'step'> = {}): QuantityField {
  const { min, max, ...facts } = range;
  return {
    type: 'number',
    description,
    ...(min !== undefined && { minimum: min }),
    ...(max !== undefined && { maximum: max }),
    'x-plenum': { kind: 'quantity', ...facts },
  };
}

/** One word of a closed list. Used in house files, simulation overrides, and on the wire only in `ResetWarning`. */
export const word = <const Word extends string>(
  description: string,
  words: readonly Word[],
  about: About = {},
): WordField<Word> => ({ type: 'string', description, enum: words, 'x-plenum': { kind: 'word', ...about } });

/** A name chosen by people: at most `bytes` bytes of UTF-8, no control characters, no half of a surrogate pair. */
export function name(description: string, about: { bytes?: number } & About = {}): TextField {
  const { bytes = 15, ...rest } = about;
  return {
    type: 'string',
    description,
    maxLength: bytes,
    pattern:
      '^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ud800-\\udfff]*$',
    'x-plenum': { kind: 'name', bytes, ...rest },
  };
}

/**
 * Text that the controller shows. If its form is restricted, `pattern` is a regular expression and `expected` describes
 * it for a sentence.
 */
export function text(
  description: string,
  about: { pattern?: string; expected?: string } & About = {},
): TextField {
  const { pattern, ...facts } = about;
  return {
    type: 'string',
    description,
    ...(pattern !== undefined && { pattern }),
    'x-plenum': { kind: 'text', ...facts },
  };
}

/** A JSON boolean. */
export const bool = (description: string, about: About = {}): BoolField => ({
  type: 'boolean',
  description,
  'x-plenum': { kind: 'bool', ...about },
});

/**
 * An object of named fields. `optional` lists the keys that may be omitted. NoInfer restricts their inference to
 * `optional`; otherwise a record written inside a list would infer them from the type that the list expects.
 */
export function record<F extends Fields, Optional extends keyof F & string = never>(
  description: string,
  fields: F,
  about: About & { optional?: readonly Optional[] } = {},
): RecordField<F, NoInfer<Optional>> {
  const { optional = [], ...facts } = about;
  return {
    type: 'object',
    description,
    properties: fields,
    required: Object.keys(fields).filter((key) => !(optional as readonly string[]).includes(key)),
    additionalProperties: false,
    'x-plenum': { kind: 'record', ...facts },
  };
}

/**
 * Any JSON object: envelopes and frames contain datagrams, to which later devices add fields, and commands, which are
 * checked by name.
 */
export const object = (description: string, about: About = {}): ObjectField =>
  ({
    description,
    additionalProperties: true,
    'x-plenum': { kind: 'object', ...about },
  }) as ObjectField;

/** An array of `min` to `max` entries of one field; of any length if neither is given. */
export function list<F extends Field>(
  description: string,
  of: F,
  range: { min?: number; max?: number } & About = {},
): ListField<F> {
  const { min = 0, max = Number.POSITIVE_INFINITY, ...about } = range;
  return {
    type: 'array',
    items: of,
    description,
    minItems: min,
    maxItems: max,
    'x-plenum': { kind: 'list', ...about },
  };
}

/** An object that maps arbitrary keys to values of one field. */
export const map = <F extends Field>(description: string, of: F, about: About = {}): MapField<F> => ({
  description,
  additionalProperties: of,
  'x-plenum': { kind: 'map', ...about },
});
