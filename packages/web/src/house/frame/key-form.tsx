import { t } from '../../text/text.ts';
import { useHouseContext, usePreference } from '../context/house-context.tsx';
import { SecretForm } from './secret-form.tsx';

/** A form for the access key of a bridge. The key is stored on this device. */
export function KeyForm() {
  const { house } = useHouseContext();
  const [kept, keep] = usePreference('key');
  return (
    <SecretForm
      title={t('house.keyRequired')}
      help={kept === null ? t('house.keyHelp') : t('house.keyWrong')}
      isWrong={kept !== null}
      label={t('house.accessKey')}
      autoComplete="current-password"
      submit={t('house.openHouse')}
      onSubmit={(key) => {
        keep(key);
        house.checkConnection();
      }}
    />
  );
}
