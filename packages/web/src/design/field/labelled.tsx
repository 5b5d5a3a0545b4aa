import type { ReactNode } from 'react';

/** A control below a visible label, which is also the accessible name of the control. */
export const Labelled = ({
  label,
  className = 'field',
  children,
}: {
  readonly label: string;
  readonly className?: string;
  readonly children: ReactNode;
}) => (
  <div className={className}>
    <span className="field__label" aria-hidden="true">
      {label}
    </span>
    {children}
  </div>
);
