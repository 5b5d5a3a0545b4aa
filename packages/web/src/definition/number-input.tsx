import { factsOf, type NumberField, type QuantityField } from '@plenum/protocol/field';
import { defined } from '../text/defined.ts';
import { TypedInput } from './typed-input.tsx';

interface NumberInputProps {
  readonly field: NumberField | QuantityField;
  readonly label: string;
  /** `NaN` if the field is empty. */
  readonly value: number;
  readonly onChange: (value: number) => void;
}

/**
 * Converts a value on the wire to the displayed number, and back. A number between two values on the wire stays between
 * them.
 */
export const fromScale = (wire: number, scale: number): number => wire / scale;
export const toScale = (typed: number, scale: number): number => Math.round(typed * scale * 1e6) / 1e6;

/** An input for a number with too many steps for a stepper, in its displayed unit: 15 on the wire may be 1.5 K. */
export function NumberInput({ field, label, value, onChange }: NumberInputProps) {
  const { unit, scale = 1 } = factsOf(field);
  const limit = (wire: number | undefined) => (wire === undefined ? undefined : fromScale(wire, scale));
  return (
    <TypedInput
      field={field}
      typed={value}
      label={unit === undefined ? label : `${label}, ${defined(unit)}`}
      className="input num"
      type="number"
      inputMode="decimal"
      min={limit(field.minimum)}
      max={limit(field.maximum)}
      step={field.type === 'integer' ? fromScale(field.multipleOf ?? 1, scale) : 'any'}
      value={Number.isNaN(value) ? '' : String(fromScale(value, scale))}
      onChange={({ target }) => onChange(toScale(target.valueAsNumber, scale))}
    />
  );
}
