import type { ReactNode } from 'react';
import { Icon, type IconName } from '../../design/icon.tsx';
import { showAddress, type Welcome } from './welcome.ts';

interface PlaceProps {
  readonly icon: IconName;
  readonly title: string;
  readonly url: string;
  readonly isHere?: boolean;
  readonly children: ReactNode;
}

const Place = ({ icon, title, url, isHere = false, children }: PlaceProps) => (
  <li className="place card">
    <Icon name={icon} />
    <h3>{title}</h3>
    <p className="small quiet">{children}</p>
    {isHere ? (
      <p className="place__address num">
        {showAddress(url)} <span className="badge">you are here</span>
      </p>
    ) : (
      <a className="place__address num" href={url} target="_blank" rel="noopener">
        {showAddress(url)}
        <span className="hidden">, opens in a new tab</span>
      </a>
    )}
  </li>
);

/** What runs where on this machine: the way a change goes, from the house to somebody else's app. */
export const PlaceList = ({ places }: { places: NonNullable<Welcome['places']> }) => {
  const { house, cloud, app } = places;
  return (
    <section aria-labelledby="places">
      <h2 id="places">What runs on this machine</h2>
      <ol className="places">
        {house !== undefined && (
          <Place icon="home" title="A house and its bridge" url={house.url}>
            The bridge speaks for the house at home, and needs no cloud. Sun, walls and weather behind it are
            simulated.
          </Place>
        )}
        <Place icon="key" title="The cloud" url={cloud.url} isHere>
          It knows who owns which house, and lets in the apps they allowed.
        </Place>
        {app !== undefined && (
          <Place icon="link" title="Homely, an example app" url={app.url}>
            It belongs to somebody else. It asks before it sees anything, and hears at once of what changes.
          </Place>
        )}
      </ol>
    </section>
  );
};
