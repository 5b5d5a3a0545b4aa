import { useState } from 'react';
import { Button } from 'react-aria-components';
import { Icon } from '../../design/icon.tsx';
import { useStore } from '../../state/use-store.ts';
import { t } from '../../text/text.ts';
import { useHouseContext } from '../context/house-context.tsx';

/** Asks for the installer key of the bridge, which this page forgets when it is left. */
export const InstallerKeyForm = () => {
  const { installerKey } = useHouseContext();
  const given = useStore(installerKey, (key) => key);
  const [typed, setTyped] = useState('');
  return (
    <form
      className="key-form card"
      onSubmit={(event) => {
        event.preventDefault();
        installerKey.set(typed.trim());
      }}
    >
      <h2>
        <Icon name="lock" /> {t('installation.keyRequired')}
      </h2>
      <p className="quiet" role={given === null ? undefined : 'alert'}>
        {t(given === null ? 'installation.keyHelp' : 'installation.keyWrong')}
      </p>
      <label className="field">
        <span className="field__label">{t('installation.key')}</span>
        <input
          className="input"
          type="password"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </label>
      <Button type="submit" className="button button--main" isDisabled={typed.trim() === ''}>
        {t('installation.enter')}
      </Button>
    </form>
  );
};
