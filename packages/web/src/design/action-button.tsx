import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';

interface ActionButtonProps {
  readonly look?: 'main' | 'grave' | 'usual' | 'small';
  /** Whether what it began is under way; it keeps the focus meanwhile. */
  readonly isBusy: boolean;
  readonly isDisabled?: boolean;
  /** What it begins; left out, it sends the form around it. */
  readonly onPress?: () => void;
  readonly children: ReactNode;
}

/** Begins something that takes a moment, and looks so until it is done. */
export const ActionButton = ({ look = 'main', isBusy, isDisabled, onPress, children }: ActionButtonProps) => (
  <Button
    type={onPress === undefined ? 'submit' : 'button'}
    className={`button button--${look}${isBusy ? ' button--busy' : ''}`}
    {...(isDisabled !== undefined && { isDisabled })}
    {...(onPress !== undefined && { onPress })}
  >
    {children}
  </Button>
);
