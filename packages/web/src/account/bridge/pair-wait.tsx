import { Button } from 'react-aria-components';
import { Icon } from '../../design/icon.tsx';
import { goTo } from '../frame/place.ts';
import { type Bridge, toHouse, toTitle } from './bridge.ts';
import type { Asking } from './pairing.ts';

interface PairWaitProps {
  readonly asking: Asking;
  /** The system ids the account had before. */
  readonly before: readonly string[];
  readonly bridges: readonly Bridge[];
}

/** Waits until the bridge has noticed that it was let in, and says so. */
export const PairWait = ({ asking, before, bridges }: PairWaitProps) => {
  const joined = bridges.find(({ systemId }) => systemId === asking.systemId || !before.includes(systemId));
  return (
    <div className="form">
      <div role="status" className="pair__who">
        {joined === undefined ? (
          <>
            <p className="pair__name">Waiting for the bridge</p>
            <p className="quiet">It was let in, and notices by itself within a few seconds.</p>
            <div className="pair__line" />
          </>
        ) : (
          <>
            <span className="nothing__sign" data-activity="cool">
              <Icon name="check" />
            </span>
            <p className="pair__name">{toTitle(joined)} is yours</p>
            <p className="quiet">{joined.isPresent ? 'It is connected.' : 'It connects in a moment.'}</p>
          </>
        )}
      </div>
      <div className="dialog__choices">
        <Button className="button" onPress={() => goTo('houses')}>
          Done
        </Button>
        {joined !== undefined && (
          <a className="button button--main" href={toHouse(joined)}>
            Open the house
          </a>
        )}
      </div>
    </div>
  );
};
