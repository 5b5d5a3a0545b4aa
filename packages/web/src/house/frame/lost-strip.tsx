import { useEffect, useState } from 'react';
import { Icon } from '../../design/icon.tsx';
import { useConnection, useHouse, useIsKnown } from '../context.tsx';
import './lost-strip.css';

/** A stream that is joined again at once is not worth a word, ms. */
const patience = 2_000;

/** Says, while the bridge does not answer, that what stands on the page is how the house was. */
export const LostStrip = () => {
  const isKnown = useIsKnown();
  const { name } = useHouse().source;
  const isLost = useConnection() === 'lost' && isKnown;
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!isLost) return;
    const timer = setTimeout(() => setLong(true), patience);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [isLost]);
  return (
    <div className="lost-strip" role="status">
      {isLost && isLong && (
        <p>
          <Icon name="clock" />
          {name} does not answer. This is how the house was; the page joins it again by itself.
        </p>
      )}
    </div>
  );
};
