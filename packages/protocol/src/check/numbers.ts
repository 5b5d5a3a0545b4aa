import { factsOf, type NumberField, type QuantityField } from '../field/field.ts';
import { ok, type Result } from '../refusal/refusal.ts';
import { refuseValue } from './refuse-value.ts';

const whole = (field: NumberField, input: unknown): Result<number> => {
  if (typeof input !== 'number') return refuseValue('wrong-type', field, input, { expected: 'a number' });
  if (!Number.isInteger(input)) return refuseValue('not-whole', field, input);
  return ok(input === 0 ? 0 : input);
};

/**
 * Returns the step within the limits that is nearest to a number if the field accepts fractions, otherwise the input
 * itself.
 */
const round = (field: NumberField, input: unknown): unknown => {
  if (factsOf(field).isRounded !== true || typeof input !== 'number') return input;
  const { minimum: min = input, maximum: max = input, multipleOf: step = 1 } = field;
  return input < min || input > max ? input : Math.round(input / step) * step;
};

export function ranged(field: NumberField, input: unknown): Result<number> {
  const value = whole(field, round(field, input));
  if (!value.ok) return value;
  const { minimum: min, maximum: max, multipleOf: step } = field;
  if (min !== undefined && value.value < min) return refuseValue('too-low', field, input, { min });
  if (max !== undefined && value.value > max) return refuseValue('too-high', field, input, { max });
  if (step !== undefined && value.value % step !== 0) {
    const lower = Math.floor(value.value / step) * step;
    return refuseValue('off-step', field, input, { step, lower, upper: lower + step });
  }
  return value;
}

export function flag(field: NumberField, input: unknown): Result<number> {
  const value = whole(field, input);
  if (!value.ok || value.value === 0 || value.value === 1) return value;
  return refuseValue('not-a-choice', field, input, { choices: ['0', '1'] });
}

export function quantity(field: QuantityField, input: unknown): Result<number> {
  if (typeof input !== 'number' || !Number.isFinite(input))
    return refuseValue('wrong-type', field, input, { expected: 'a number' });
  const { minimum: min, maximum: max } = field;
  if (min !== undefined && input < min) return refuseValue('too-low', field, input, { min });
  if (max !== undefined && input > max) return refuseValue('too-high', field, input, { max });
  return ok(input === 0 ? 0 : input);
}

export function index(field: NumberField, input: unknown): Result<number> {
  const value = whole(field, input);
  if (!value.ok || (value.value >= field.minimum! && value.value <= field.maximum!)) return value;
  return refuseValue('no-such-index', field, input, { min: field.minimum, max: field.maximum });
}

export function clock(field: NumberField, input: unknown): Result<number> {
  const { disabled } = factsOf(field);
  if (disabled === undefined || input === disabled)
    return disabled === undefined ? ranged(field, input) : ok(disabled);
  const value = ranged(field, input);
  if (value.ok || (value.refusal.code !== 'too-low' && value.refusal.code !== 'too-high')) return value;
  return refuseValue('not-a-time', field, input, { max: field.maximum, disabled });
}

export function choice(field: NumberField, input: unknown): Result<number> {
  const { choices = {}, takers = {} } = factsOf(field);
  const value = whole(field, input);
  if (!value.ok || Object.values(choices).includes(value.value)) return value;
  const noteOf = (label: string) => (takers[label] === undefined ? '' : ` (${takers[label]})`);
  const labels = Object.entries(choices).map(([label, number]) => `${number} = ${label}${noteOf(label)}`);
  return refuseValue('not-a-choice', field, input, { choices: labels });
}
