import { type ByKind, callByKind } from '../field/by-kind.ts';
import { type Field, factsOf, type ListField, type NumberField } from '../field/field.ts';
import { toQuantity, toReading } from '../refusal/units.ts';

const unitOf = (field: Field): string => {
  const { unit } = factsOf(field);
  return unit === undefined ? '' : ` ${unit}`;
};

/**
 * Describes the numbers on the wire, followed by their meaning if they are scaled: `1500-3000 step 50 (15.00-30.00
 * °C)`.
 */
const ranged = (field: NumberField): string => {
  const facts = factsOf(field);
  const { minimum: min, maximum: max, multipleOf: step } = field;
  const scaled = facts.scale !== undefined && facts.scale > 1;
  const every = step === undefined ? '' : ` step ${step}`;
  const unit = unitOf(field);
  if (min === undefined || max === undefined) {
    const from = min === undefined ? 'whole number' : `${min} or more`;
    return scaled
      ? `${from}${every}${unit === '' ? '' : `,${unit}`} ×${facts.scale}`
      : `${from}${every}${unit}`;
  }
  if (!scaled) return `${min}-${max}${every}${unit}`;
  return `${min}-${max}${every} (${toReading(min, facts.scale)}-${toQuantity(max, facts)})`;
};

const listed = (field: Field): string =>
  Object.entries(factsOf(field).choices ?? {})
    .map(([label, value]) => `${value} = ${label}`)
    .join(', ');

const clock = (field: NumberField): string => {
  const { disabled } = factsOf(field);
  const range = `${field.minimum}-${field.maximum}`;
  return disabled === undefined ? range : `${range}, ${disabled} = none`;
};

const lengthOf = ({ minItems, maxItems }: ListField): string => {
  if (minItems === maxItems) return `${minItems}`;
  return Number.isFinite(maxItems) ? `${minItems}-${maxItems}` : `${minItems} or more`;
};

const descriptions: ByKind<string> = {
  temperature: ranged,
  setpoint: ranged,
  percent: ranged,
  minutes: ranged,
  number: ranged,
  instant: () => 'ms since 1970 UTC',
  quantity: (field) => `${field.minimum ?? '-∞'} to ${field.maximum ?? '∞'}${unitOf(field)}`,
  flag: () => '0 or 1',
  choice: listed,
  clock,
  index: (field) => `${field.minimum}-${field.maximum}`,
  name: (field) => `text, at most ${factsOf(field).bytes} bytes`,
  text: (field) => factsOf(field).expected ?? 'text',
  word: (field) => field.enum.join(', '),
  bool: () => 'true or false',
  record: (field) => `object {${Object.keys(field.properties).join(', ')}}`,
  object: () => 'any object',
  list: (field) => `list of ${lengthOf(field)}: ${describe(field.items)}`,
  map: (field) => `object of any keys: ${describe(field.additionalProperties)}`,
};

/** Describes the values that a field has on the wire, short enough for a table. */
export const describe = (field: Field): string => callByKind(descriptions, field);
