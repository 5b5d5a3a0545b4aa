import { useEffect } from 'react';
import { Button } from 'react-aria-components';
import { t } from '../../text/text.ts';
import { retryInterval, useAccountContext } from '../context/account-context.tsx';

/** A placeholder for the page. */
export const Loading = () => (
  <div className="waiting cards" role="status">
    <p className="hidden">{t('common.loading')}</p>
    <div className="waiting__block" />
    <div className="waiting__block" />
    <div className="waiting__block" />
  </div>
);

/** The page where the cloud does not answer, so that nobody can be signed in. */
export const CloudUnreachable = () => {
  const { session } = useAccountContext();
  useEffect(() => {
    const timer = setInterval(() => void session.refresh(), retryInterval);
    return () => clearInterval(timer);
  }, [session]);
  return (
    <section className="key-form card" role="status">
      <title>{t('account.noAnswer')}</title>
      <h1>{t('account.unreachable')}</h1>
      <p className="quiet">{t('account.unreachableHelp')}</p>
      <Button className="button" onPress={() => void session.refresh()}>
        {t('account.tryNow')}
      </Button>
    </section>
  );
};
