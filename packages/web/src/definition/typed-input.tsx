import type { Field } from '@plenum/protocol/field';
import { type InputHTMLAttributes, type ReactNode, useId, useState } from 'react';
import { fieldError } from './field-error.ts';

interface TypedInputProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly field: Field;
  readonly label: ReactNode;
  /** As it would be sent; not a number where a number is missing. */
  readonly typed: unknown;
}

/**
 * A value that is typed. What its definition refuses holds its form back: it is said below the field as soon as that is
 * left or its form is to be given; at once where a number is missing.
 */
export const TypedInput = ({ field, label, typed, className = 'input', ...input }: TypedInputProps) => {
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
        onBlur={() => tell(refused !== undefined)}
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
};
