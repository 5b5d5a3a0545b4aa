import type { CommandName } from '@plenum/protocol/command';
import type { ReactNode } from 'react';
import { Icon } from '../../design/icon.tsx';
import { useIsAvailable } from '../context/house-context.tsx';
import './command-fieldset.css';

/** Where something would be changed that only the page of the bridge may change. */
export const LocalOnlyNote = () => (
  <p className="command-fieldset__why quiet small">
    <Icon name="lock" /> Can be changed at home only, on the page of the bridge itself.
  </p>
);

/** Controls of a command that may only be given at home: over a cloud they are seen and not offered. */
export const CommandFieldset = ({ command, children }: { command: CommandName; children: ReactNode }) => {
  const isAvailable = useIsAvailable();
  if (isAvailable(command)) return children;
  return (
    <fieldset className="command-fieldset" disabled>
      <LocalOnlyNote />
      {children}
    </fieldset>
  );
};
