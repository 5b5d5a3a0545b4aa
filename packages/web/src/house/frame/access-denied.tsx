import { t } from '../../text/text.ts';
import { useConnection, useHouseContext } from '../context/house-context.tsx';
import { KeyForm } from './key-form.tsx';

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
