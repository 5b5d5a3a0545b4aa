import { useId } from 'react';
import type { Option } from '../../reading/words.ts';
import { kept } from '../kept.tsx';

interface PickerProps {
  readonly label: string;
  readonly options: readonly Option[];
  readonly value: number;
  readonly onChange: (value: number) => void;
  readonly isDisabled?: boolean;
  readonly isLabelHidden?: boolean;
}

/** A select for many choices. It is the native one, which phones and screen readers support best. */
export const Picker = kept(({ label, options, value, onChange, isDisabled, isLabelHidden }: PickerProps) => {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id} className={isLabelHidden ? 'hidden' : 'field__label'}>
        {label}
      </label>
      <select
        id={id}
        className="select"
        value={value}
        disabled={isDisabled}
        onChange={(event) => onChange(Number(event.target.value))}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
});
