import { type ReactNode, useId } from 'react';

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?: 'text' | 'email' | 'password' | 'url' | 'datetime-local';
  /** The autofill hint for the browser (HTML, "autofill"). */
  readonly autoComplete?: string;
  readonly hint?: ReactNode;
  readonly isRequired?: boolean;
  readonly isInvalid?: boolean;
  readonly maxLength?: number;
  /** The minimum and the maximum of a date and time. */
  readonly min?: string;
  readonly max?: string;
  readonly className?: string;
  readonly autoFocus?: boolean;
}

/** A single-line text field with its label above and a hint below. */
export function TextField(props: TextFieldProps) {
  const { label, value, onChange, hint, isRequired = false, isInvalid = false, className = '' } = props;
  const { type = 'text', autoComplete = 'off', maxLength, min, max, autoFocus = false } = props;
  const id = useId();
  const hintId = useId();
  return (
    <div className="field">
      <label htmlFor={id} className="field__label">
        {label}
      </label>
      <input
        id={id}
        className={`input ${className}`}
        type={type}
        value={value}
        autoComplete={autoComplete}
        spellCheck={false}
        required={isRequired}
        maxLength={maxLength}
        min={min}
        max={max}
        aria-invalid={isInvalid || undefined}
        aria-describedby={hint === undefined ? undefined : hintId}
        // biome-ignore lint/a11y/noAutofocus: only where a person has just asked for this very field
        autoFocus={autoFocus}
        onChange={(event) => onChange(event.target.value)}
      />
      {hint !== undefined && (
        <span id={hintId} className="field__hint">
          {hint}
        </span>
      )}
    </div>
  );
}
