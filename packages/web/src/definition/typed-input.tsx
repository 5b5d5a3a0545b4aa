import type { Field } from '@plenum/protocol/field';
import { type InputHTMLAttributes, type ReactNode, useId, useState } from 'react';
import { fieldError } from './field-error.ts';

interface TypedInputProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly field: Field;
  readonly label: ReactNode;
  /** The value to send; `NaN` for an empty number field. */
  readonly typed: unknown;
  /** Called when the field loses focus. */
  readonly onLeave?: () => void;
}

/**
 * A text input for a value. An invalid value prevents its form from being submitted. The error appears below the field
 * when the field loses focus or the form is submitted, and immediately for an empty number.
 */
export function TypedInput({ field, label, typed, className = 'input', onLeave, ...input }: TypedInputProps) {
  const [isTold, tell] = useState(false);
  const refused = fieldError(field, typed);
  const isShown = refused !== undefined && (isTold || Number.isNaN(typed));
  const id = useId();
  const hint = `${id}-hint`;
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      <input
        {...input}
        id={id}
        ref={(element) => element?.setCustomValidity(refused ?? '')}
        className={className}
        aria-invalid={isShown}
        aria-describedby={isShown ? hint : undefined}
        onBlur={() => {
          tell(refused !== undefined);
          onLeave?.();
        }}
        onInvalid={({ currentTarget }) => {
          tell(true);
          if (currentTarget.form?.querySelector('input:invalid') === currentTarget) currentTarget.focus();
        }}
      />
      {isShown && (
        <span id={hint} className="field__hint">
          {refused}
        </span>
      )}
    </div>
  );
}
