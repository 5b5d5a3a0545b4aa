import type { ReactNode } from 'react';
import { Icon, type IconName } from '../../design/icon.tsx';
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
        {formatAddress(url)} <span className="badge">you are here</span>
      </p>
    ) : (
      <a className="service__address num" href={url} target="_blank" rel="noopener">
        {formatAddress(url)}
        <span className="hidden">, opens in a new tab</span>
      </a>
    )}
  </li>
);

/** What runs on this machine: house, cloud and example app. */
export const ServiceList = ({ places }: { places: NonNullable<Welcome['places']> }) => {
  const { house, cloud, app } = places;
  return (
    <section aria-labelledby="places">
      <h2 id="places">What runs on this machine</h2>
      <ol className="services">
        {house !== undefined && (
          <Service icon="home" title="A house and its bridge" url={house.url}>
            The bridge runs in the house and needs no cloud. Sun, walls and weather are simulated.
          </Service>
        )}
        <Service icon="key" title="The cloud" url={cloud.url} isCurrent>
          It stores who owns which house, and gives access to the apps they allowed.
        </Service>
        {app !== undefined && (
          <Service icon="link" title="Homely, an example app" url={app.url}>
            An app of another company. It asks for access first, then receives every change at once.
          </Service>
        )}
      </ol>
    </section>
  );
};
