import type { ReactNode } from 'react';
import { Icon, type IconName } from '../../design/icon.tsx';
import { t } from '../../text/text.ts';
import { formatAddress, type Welcome } from './welcome.ts';

interface ServiceProps {
  readonly icon: IconName;
  readonly title: string;
  readonly url: string;
  readonly isCurrent?: boolean;
  readonly children: ReactNode;
}

const Service = ({ icon, title, url, isCurrent = false, children }: ServiceProps) => (
  <li className="service card">
    <Icon name={icon} />
    <h3>{title}</h3>
    <p className="small quiet">{children}</p>
    {isCurrent ? (
      <p className="service__address num">
        {formatAddress(url)} <span className="badge">{t('welcome.here')}</span>
      </p>
    ) : (
      <a className="service__address num" href={url} target="_blank" rel="noopener">
        {formatAddress(url)}
        <span className="hidden">{t('welcome.newTab')}</span>
      </a>
    )}
  </li>
);

/** Lists the services that run on this machine: house, cloud and example app. */
export function ServiceList({ places }: { places: NonNullable<Welcome['places']> }) {
  const { house, cloud, app } = places;
  return (
    <section aria-labelledby="places">
      <h2 id="places">{t('welcome.runsHere')}</h2>
      <ol className="services">
        {house !== undefined && (
          <Service icon="home" title={t('welcome.house')} url={house.url}>
            {t('welcome.houseHelp')}
          </Service>
        )}
        <Service icon="key" title={t('live.theCloud')} url={cloud.url} isCurrent>
          {t('welcome.cloudHelp')}
        </Service>
        {app !== undefined && (
          <Service icon="link" title={t('welcome.app')} url={app.url}>
            {t('welcome.appHelp')}
          </Service>
        )}
      </ol>
    </section>
  );
}
