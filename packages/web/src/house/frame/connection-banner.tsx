import { useEffect, useState } from 'react';
import { Icon } from '../../design/icon.tsx';
import { t } from '../../text/text.ts';
import { useConnection, useHouseContext, useIsLoaded, useKeptAt } from '../house-context.tsx';
import './connection-banner.css';

/** Delay before the banner appears, in ms; most interruptions are shorter. */
const bannerDelay = 2_000;

/** A banner while the bridge does not respond and the page shows the last known state. */
export function ConnectionBanner() {
  const isLoaded = useIsLoaded();
  const { name } = useHouseContext().source;
  // A stored state has a separate notice.
  const isKept = useKeptAt() !== undefined;
  const isLost = useConnection() === 'lost' && isLoaded && !isKept;
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!isLost) return;
    const timer = setTimeout(() => setLong(true), bannerDelay);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [isLost]);
  return (
    <div className="connection-banner" role="status">
      {isLost && isLong && (
        <p>
          <Icon name="clock" />
          {t('house.lost', { name })}
        </p>
      )}
    </div>
  );
}
