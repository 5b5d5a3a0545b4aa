import type { FormEvent, ReactNode } from 'react';

interface FieldFormProps {
  readonly className: string;
  readonly label?: string;
  readonly onGive: () => unknown;
  readonly children: ReactNode;
}

/** A form of fields: given when each takes what was typed into it, else the first that does not says why. */
export const FieldForm = ({ className, label, onGive, children }: FieldFormProps) => {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (event.currentTarget.checkValidity()) void onGive();
  };
  return (
    <form className={className} aria-label={label} onSubmit={submit} noValidate>
      {children}
    </form>
  );
};
