import { check } from '@plenum/protocol/check';
import { type Field, list, number, quantity, record, text, type Value, word } from '@plenum/protocol/field';
import { isRecord } from '@plenum/protocol/json';
import { type Result, refuse } from '@plenum/protocol/refusal';
import { uncertaintyLevels } from './forecast-error.ts';
import { type Input, switchOf } from './inputs.ts';
import { boptestLimits } from './limits.ts';
import { periodNames } from './periods.ts';
import { priceNames } from './score-settings.ts';

const seconds = (description: string, max: number, min = 0) => quantity(description, { min, max, unit: 's' });
const pointNames = list('names of points', text('name of a point'), { min: 1, max: 1_000 });
const snapshotName = text('name of a snapshot', {
  pattern: '^[\\w .-]{1,40}$',
  expected: 'a name of 1 to 40 letters, digits, spaces, dots, dashes or underscores',
});

/** The bodies of requests. */
export const bodies = {
  select: record('selection', { direct_step: text('ignored') }, { optional: ['direct_step'] }),
  step: record('step', { step: seconds('seconds of a step', boptestLimits.longestStep, 1) }),
  initialize: record(
    'start',
    {
      start_time: seconds('start in seconds since the beginning of the year', boptestLimits.latestStart),
      warmup_period: seconds('seconds before the start', boptestLimits.longestWarmup),
    },
    { optional: ['warmup_period'] },
  ),
  scenario: record(
    'scenario',
    {
      electricity_price: word('price of electricity', priceNames),
      time_period: word('period of two weeks', periodNames),
      temperature_uncertainty: word('error of the forecast of temperatures', uncertaintyLevels),
      solar_uncertainty: word('error of the forecast of the sun', uncertaintyLevels),
      seed: number('seed of the errors', { min: 0, max: 4_294_967_295 }),
    },
    {
      optional: ['electricity_price', 'time_period', 'temperature_uncertainty', 'solar_uncertainty', 'seed'],
    },
  ),
  forecast: record('forecast', {
    point_names: pointNames,
    horizon: seconds('length of the forecast', boptestLimits.longestHorizon),
    interval: seconds('time between two values', boptestLimits.longestHorizon, 1),
  }),
  results: record('results', {
    point_names: pointNames,
    start_time: seconds('first time', 2 * boptestLimits.latestStart, -boptestLimits.longestWarmup),
    final_time: quantity('last time', { unit: 's' }),
  }),
  snapshot: record('snapshot', { name: snapshotName }, { optional: ['name'] }),
} as const;

const decimal = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i;

/** Returns a text that is a number as a number, and any other value as it is: forms have only texts. */
const toNumber = (value: unknown): unknown =>
  typeof value === 'string' && decimal.test(value.trim()) ? Number(value) : value;

/** Returns a value with numbers in place of texts where its field wants numbers, and a list in place of one entry. */
const coerce = (field: Field, value: unknown): unknown => {
  if (field.type === 'number' || field.type === 'integer') return toNumber(value);
  if (field.type === 'array' && typeof value === 'string') return [value];
  if (field.type === 'string' && typeof value === 'boolean') return String(value);
  return value;
};

/** Checks a body. Members that are null count as left out, because clients in Python write None. */
export function readBody<F extends Field & { readonly properties: Readonly<Record<string, Field>> }>(
  field: F,
  body: unknown,
): Result<Value<F>> {
  if (!isRecord(body)) return check(field, body);
  const members = Object.entries(body)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => {
      const member = Object.hasOwn(field.properties, key) ? field.properties[key] : undefined;
      return [key, member === undefined ? value : coerce(member, value)];
    });
  return check(field, Object.fromEntries(members));
}

const words: Readonly<Record<string, number>> = { true: 1, True: 1, false: 0, False: 0 };

const toSwitch = (value: unknown): unknown => {
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'string' && Object.hasOwn(words, value)) return words[value];
  return toNumber(value);
};

/** The values of the inputs that a step activates, and warnings about values beyond the limits of their input. */
export interface StepInputs {
  readonly active: ReadonlyMap<Input, number>;
  readonly warnings: readonly string[];
}

/** Returns the function that reads the body of a step of a test case. */
export function createInputReader(inputs: readonly Input[]): (body: unknown) => Result<StepInputs> {
  const field = record(
    'inputs',
    Object.fromEntries(
      inputs.flatMap((input) => [
        [input.name, quantity(input.description)],
        [switchOf(input), number(`1 if ${input.name} is active`, { min: 0, max: 1 })],
      ]),
    ),
    { optional: inputs.flatMap((input) => [input.name, switchOf(input)]) },
  );
  const switches = new Set(inputs.map(switchOf));
  return (body) => {
    const given = isRecord(body)
      ? Object.fromEntries(
          Object.entries(body).map(([key, value]) => [key, switches.has(key) ? toSwitch(value) : value]),
        )
      : body;
    const read = readBody(field, given);
    if (!read.ok) return read;
    const values = read.value as Readonly<Record<string, number | undefined>>;
    const active = new Map<Input, number>();
    const warnings: string[] = [];
    for (const input of inputs) {
      if (values[switchOf(input)] !== 1) continue;
      const { minimum, maximum, name, unit } = input;
      const value = values[name];
      if (value === undefined) return refuse('missing-key', { facts: { key: name } });
      const clipped = Math.min(maximum, Math.max(minimum, value));
      const shown = unit === '1' ? '' : ` ${unit}`;
      if (clipped !== value)
        warnings.push(
          `${value}${shown} for ${name} is outside ${minimum} to ${maximum}${shown}; ${clipped}${shown} was used.`,
        );
      active.set(input, input.nearest(clipped));
    }
    return { ok: true, value: { active, warnings } };
  };
}
