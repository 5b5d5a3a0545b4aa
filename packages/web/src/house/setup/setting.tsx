import type { ReactNode } from 'react';
import { Icon } from '../../design/icon.tsx';
import { t } from '../../text/text.ts';
import type { SaveState } from './use-save.ts';

interface SettingProps {
  readonly state: SaveState;
  /** An explanation below the field. */
  readonly help?: ReactNode;
  readonly children: ReactNode;
}

/** A field that is saved immediately, with a tick once it is saved, or the reason why it was refused. */
export const Setting = ({ state, help, children }: SettingProps) => (
  <div className="setting" data-state={state.is}>
    <div className="setting__field">{children}</div>
    <span className="setting__tick" role="status">
      {state.is === 'saved' && (
        <>
          <Icon name="check" />
          <span className="hidden">{t('setup.saved')}</span>
        </>
      )}
    </span>
    {state.is === 'refused' && (
      <p className="setting__why" role="alert">
        <Icon name="warning" /> {state.why}
      </p>
    )}
    {help !== undefined && <p className="setting__help quiet small">{help}</p>}
  </div>
);
