import { type AnyCommand, catalogue, checkCommand } from '@plenum/protocol/command';
import { type Field, factsOf, type NumberField } from '@plenum/protocol/field';
import fc from '@plenum/testbed/fast-check';

const anyNumber = (field: NumberField): fc.Arbitrary<number> => {
  const { choices } = factsOf(field);
  if (choices !== undefined) return fc.constantFrom(...Object.values(choices));
  const { minimum = 0, maximum = 100, multipleOf: step = 1 } = field;
  return fc.integer({ min: Math.ceil(minimum / step), max: Math.floor(maximum / step) }).map((n) => n * step);
};

/** Generates any valid value of a field of a command or setting. */
export function anyValue(field: Field): fc.Arbitrary<unknown> {
  switch (field.type) {
    case 'object':
      return fc.record(
        Object.fromEntries(Object.entries(field.properties).map(([key, member]) => [key, anyValue(member)])),
      );
    case 'array':
      return fc.array(anyValue(field.items as Field), {
        minLength: field.minItems,
        maxLength: field.maxItems,
      });
    case 'integer':
      return anyNumber(field);
    case 'string':
      return 'enum' in field
        ? fc.constantFrom(...(field.enum as readonly string[]))
        : fc.constantFrom('', 'Garden', 'Wohnzimmer', 'Küche');
    default:
      throw new Error(`No command has a field of ${field.type}.`);
  }
}

/** Generates any command that the protocol accepts, regardless of the house. */
export const anyCommand: fc.Arbitrary<AnyCommand> = fc
  .constantFrom(...catalogue.values())
  .chain((command) => anyValue(command.body).map((body) => ({ [command.name]: body })))
  .map((body) => {
    const checked = checkCommand(body);
    if (!checked.ok) throw new Error(`${JSON.stringify(body)} was refused: ${checked.refusal.code}`);
    return checked.value;
  });
