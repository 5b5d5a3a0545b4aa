import type { Field } from '@plenum/protocol/field';
import { type KeyboardEvent, useState } from 'react';
import { fieldError } from '../../definition/field-error.ts';
import { TypedInput } from '../../definition/typed-input.tsx';

interface NameFieldProps {
  readonly field: Field;
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => unknown;
}

/** A name that is saved when its field loses focus or on Enter. Escape restores the saved name. */
export function NameField({ field, label, value, onChange }: NameFieldProps) {
  const [draft, setDraft] = useState<string>();
  const typed = draft ?? value;
  const save = () => {
    if (fieldError(field, typed) !== undefined) return;
    if (typed !== value) onChange(typed);
    setDraft(undefined);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter' && event.currentTarget.checkValidity()) save();
    if (event.key !== 'Escape' || draft === undefined) return;
    // If there is a change to undo, Escape does not close the sheet.
    event.stopPropagation();
    setDraft(undefined);
  };
  return (
    <TypedInput
      field={field}
      typed={typed}
      label={label}
      type="text"
      autoComplete="off"
      value={typed}
      onChange={({ target }) => setDraft(target.value)}
      onKeyDown={onKeyDown}
      onLeave={save}
    />
  );
}
