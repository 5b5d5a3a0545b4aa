import type { FormEvent, ReactNode } from 'react';

interface FieldFormProps {
  readonly className: string;
  readonly label?: string;
  readonly onSubmit: () => unknown;
  readonly children: ReactNode;
}

/** A form of fields. It submits only if every value is valid; otherwise the first invalid field shows its error. */
export function FieldForm({ className, label, onSubmit, children }: FieldFormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (event.currentTarget.checkValidity()) void onSubmit();
  };
  return (
    <form className={className} aria-label={label} onSubmit={submit} noValidate>
      {children}
    </form>
  );
}
