import { t } from '../../text/text.ts';
import { useConnection, useHouseContext, usePreference } from '../house-context.tsx';
import { SecretForm } from './secret-form.tsx';

/** Replaces the house if the bridge requires a key, the session has ended, or the house does not exist. */
export function AccessDenied() {
  const isGone = useConnection() === 'gone';
  const { transport } = useHouseContext().source;
  if (!isGone && transport === 'local') return <KeyForm />;
  const [title, sentence, action] = isGone
    ? [t('house.notYours'), t('house.notYoursHelp'), t('house.yourHouses')]
    : [t('signIn.expired'), t('house.signInAgain'), t('common.signIn')];
  return (
    <section className="key-form card" role="status">
      <h2>{title}</h2>
      <p className="quiet">{sentence}</p>
      <a className="button button--main" href="./#/houses">
        {action}
      </a>
    </section>
  );
}

/** A form for the access key of a bridge. The key is stored on this device. */
function KeyForm() {
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
