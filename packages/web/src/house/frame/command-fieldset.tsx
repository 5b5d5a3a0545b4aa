import type { CommandName } from '@plenum/protocol/command';
import type { ReactNode } from 'react';
import { DisabledFieldset } from '../../design/field/disabled-fieldset.tsx';
import { Icon } from '../../design/icon.tsx';
import { t } from '../../text/text.ts';
import { useIsAvailable, useMayControl, useMayOnlyView } from '../house-context.tsx';
import './command-fieldset.css';

/** A note that a section of the page, or part of it, can be changed only on the page of the bridge. */
export const LocalOnlyNote = ({ isPartial = false }: { isPartial?: boolean }) => (
  <p className="command-fieldset__why quiet small">
    <Icon name="lock" /> {t(isPartial ? 'house.someHomeOnly' : 'house.homeOnly')}
  </p>
);

/** A note for a guest who may not control the house. */
export const ViewOnlyNote = () =>
  useMayOnlyView() ? (
    <p className="command-fieldset__why command-fieldset__view-only quiet" role="note">
      <Icon name="lock" /> {t('sharing.viewOnly')}
    </p>
  ) : null;

/** Disables the controls of a house that cannot be controlled from this page. */
export const ControlFieldset = ({ children }: { children: ReactNode }) =>
  useMayControl() ? children : <DisabledFieldset>{children}</DisabledFieldset>;

/** A fieldset with the controls of a command; disabled if the command is not available over this transport. */
export function CommandFieldset({ command, children }: { command: CommandName; children: ReactNode }) {
  const isAvailable = useIsAvailable();
  const mayControl = useMayControl();
  if (isAvailable(command)) return children;
  return (
    <DisabledFieldset>
      {mayControl && <LocalOnlyNote />}
      {children}
    </DisabledFieldset>
  );
}
