import type { ReactNode } from 'react';

/** A control below a label that is only seen: the control has it as its own name. */
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
