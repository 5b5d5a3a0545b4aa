import { factsOf, type NumberField, type QuantityField } from '@plenum/protocol/field';
import { TypedInput } from './typed-input.tsx';

interface NumberInputProps {
  readonly field: NumberField | QuantityField;
  readonly label: string;
  /** NaN where the field is empty. */
  readonly value: number;
  readonly onChange: (value: number) => void;
}

/** A number with too many steps for a stepper. */
export const NumberInput = ({ field, label, value, onChange }: NumberInputProps) => {
  const { unit } = factsOf(field);
  return (
    <TypedInput
      field={field}
      typed={value}
      label={unit === undefined ? label : `${label}, ${unit}`}
      className="input num"
      type="number"
      inputMode="decimal"
      min={field.minimum}
      max={field.maximum}
      step={field.type === 'integer' ? (field.multipleOf ?? 1) : 'any'}
      value={Number.isNaN(value) ? '' : String(value)}
      onChange={({ target }) => onChange(target.valueAsNumber)}
    />
  );
};
