import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';

interface ActionButtonProps {
  readonly variant?: 'main' | 'danger' | 'secondary' | 'small';
  /**
   * True while the action is running. The button then keeps the focus, ignores presses, and reports its state to
   * assistive technology.
   */
  readonly isBusy: boolean;
  readonly isDisabled?: boolean;
  /** The accessible name, if the text alone is not clear. */
  readonly label?: string;
  /** The action; if it is omitted, the button submits its form. */
  readonly onPress?: () => void;
  readonly children: ReactNode;
}

/** A button for an action that takes a moment. It is marked as busy while the action runs. */
export const ActionButton = ({
  variant = 'main',
  isBusy,
  isDisabled,
  label,
  onPress,
  children,
}: ActionButtonProps) => (
  <Button
    type={onPress === undefined && !isBusy ? 'submit' : 'button'}
    className={`button button--${variant}${isBusy ? ' button--busy' : ''}`}
    // The library's `isPending` announces the button by its id, even after the button has been removed.
    aria-disabled={isBusy}
    {...(label !== undefined && { 'aria-label': label })}
    {...(isDisabled !== undefined && { isDisabled })}
    {...(onPress !== undefined && !isBusy && { onPress })}
  >
    {children}
  </Button>
);
