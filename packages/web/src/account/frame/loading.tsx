import { useEffect, useState } from 'react';
import { Button } from 'react-aria-components';
import type { KeptStates } from '../../live/kept-states.ts';
import { formatAgo } from '../../reading/time/ago.ts';
import { t } from '../../text/text.ts';
import { retryInterval, useAccountContext } from '../account-context.tsx';

export const Loading = () => (
  <div className="waiting cards" role="status">
    <p className="hidden">{t('common.loading')}</p>
    <div className="waiting__block" />
    <div className="waiting__block" />
    <div className="waiting__block" />
  </div>
);

/** Lists the houses whose last known state is stored on this device. */
const KeptStateList = () => {
  const { device } = useAccountContext();
  const [houses, setHouses] = useState<Awaited<ReturnType<KeptStates['list']>>>([]);
  useEffect(() => {
    const read = async () => setHouses((await (await device)?.kept.list()) ?? []);
    void read();
  }, [device]);
  if (houses.length === 0) return null;
  return (
    <>
      <h2>{t('install.lastKnown')}</h2>
      <ul>
        {houses.map(({ id, bridge, keptAt }) => (
          <li key={id}>
            <a href={`./house?${new URLSearchParams({ id })}`}>{bridge?.name || id}</a>{' '}
            <span className="quiet">{formatAgo(keptAt, Date.now())}</span>
          </li>
        ))}
      </ul>
    </>
  );
};

/** Shown if the cloud does not respond, and it is therefore unknown whether the user is signed in. */
export function CloudUnreachable() {
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
      <KeptStateList />
    </section>
  );
}
