import { useState } from 'react';
import { Button } from 'react-aria-components';
import { Icon } from '../../design/icon.tsx';
import { t } from '../../text/text.ts';
import { useHouseContext, usePreference } from '../context/house-context.tsx';

/** A form for the access key of a bridge, which is stored on this device. */
export const KeyForm = () => {
  const { house } = useHouseContext();
  const [kept, keep] = usePreference('key');
  const [key, setKey] = useState('');
  return (
    <form
      className="key-form card"
      onSubmit={(event) => {
        event.preventDefault();
        keep(key.trim());
        house.checkConnection();
      }}
    >
      <h2>
        <Icon name="lock" /> {t('house.keyRequired')}
      </h2>
      <p className="quiet" role={kept === null ? undefined : 'alert'}>
        {kept === null ? t('house.keyHelp') : t('house.keyWrong')}
      </p>
      <label className="field">
        <span className="field__label">{t('house.accessKey')}</span>
        <input
          className="input"
          type="password"
          autoComplete="current-password"
          value={key}
          onChange={(event) => setKey(event.target.value)}
        />
      </label>
      <Button type="submit" className="button button--main" isDisabled={key.trim() === ''}>
        {t('house.openHouse')}
      </Button>
    </form>
  );
};
