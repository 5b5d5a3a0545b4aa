import type { CommandName } from '@plenum/protocol/command';
import type { ReactNode } from 'react';
import { Icon } from '../../design/icon.tsx';
import { t } from '../../text/text.ts';
import { useIsAvailable } from '../context/house-context.tsx';
import './command-fieldset.css';

/** A note that something can be changed only on the page of the bridge. */
export const LocalOnlyNote = () => (
  <p className="command-fieldset__why quiet small">
    <Icon name="lock" /> {t('house.homeOnly')}
  </p>
);

/** A fieldset with the controls of a command, disabled where the command is not available over this transport. */
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
