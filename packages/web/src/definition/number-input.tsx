import { factsOf, type NumberField, type QuantityField } from '@plenum/protocol';
import { useId } from 'react';
import { sayAsked } from './say-asked.ts';

interface NumberInputProps {
  readonly field: NumberField | QuantityField;
  readonly label: string;
  /** Not a number where the field is empty. */
  readonly value: number;
  readonly onChange: (value: number) => void;
}

/** A number of many steps, typed. One that is missing holds its form back, and says what is asked for. */
export const NumberInput = ({ field, label, value, onChange }: NumberInputProps) => {
  const { minimum, maximum } = field;
  const { unit } = factsOf(field);
  const isMissing = Number.isNaN(value);
  const asked = sayAsked(field);
  const id = useId();
  const hint = `${id}-hint`;
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
        {unit !== undefined && `, ${unit}`}
      </label>
      <input
        id={id}
        ref={(input) => input?.setCustomValidity(isMissing ? asked : '')}
        className="input num"
        type="number"
        inputMode="decimal"
        min={minimum}
        max={maximum}
        step={field.type === 'integer' ? (field.multipleOf ?? 1) : 'any'}
        value={isMissing ? '' : String(value)}
        aria-invalid={isMissing}
        aria-describedby={isMissing ? hint : undefined}
        onInvalid={(event) => {
          // It says so itself; the browser need not lay its own words over the form.
          if (!isMissing) return;
          event.preventDefault();
          event.currentTarget.focus();
        }}
        onChange={({ target }) => onChange(target.valueAsNumber)}
      />
      {isMissing && (
        <span id={hint} className="field__hint">
          {asked}
        </span>
      )}
    </div>
  );
};
