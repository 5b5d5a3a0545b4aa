import type { CommandName } from '@plenum/protocol/command';
import type { ReactNode } from 'react';
import { Icon } from '../../design/icon.tsx';
import { useMayGive } from '../context.tsx';
import './offered.css';

/** Where something would be changed that only the page of the bridge may change. */
export const AtHomeOnly = () => (
  <p className="unoffered__why quiet small">
    <Icon name="lock" /> Changed at home only, on the page of the bridge itself.
  </p>
);

/** Controls of a command that may only be given at home: over a cloud they are seen and not offered. */
export const Offered = ({ command, children }: { command: CommandName; children: ReactNode }) => {
  const mayGive = useMayGive();
  if (mayGive(command)) return children;
  return (
    <fieldset className="unoffered" disabled>
      <AtHomeOnly />
      {children}
    </fieldset>
  );
};
