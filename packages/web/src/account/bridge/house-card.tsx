import { useState } from 'react';
import { Button } from 'react-aria-components';
import { showDay } from '../../reading/ago.ts';
import { type Bridge, toHouse, toPresence, toTitle } from './bridge.ts';
import { Glance } from './glance.tsx';
import { Release } from './release.tsx';
import { Rename } from './rename.tsx';
import '../../design/connection.css';

/** A house: its name, whether its bridge is there, the way into it, and what may be done with it. */
export const HouseCard = ({ bridge }: { bridge: Bridge }) => {
  const [asks, setAsks] = useState<'rename' | 'release'>();
  const { is, says } = toPresence(bridge, Date.now());
  const title = toTitle(bridge);
  const close = () => setAsks(undefined);
  return (
    <li className="house card" data-presence={is}>
      <div className="house__head">
        <h2 className="house__name">{title}</h2>
        <p className="connection" data-connection={is}>
          <span className="connection__dot" />
          {says}
        </p>
        {bridge.unit !== undefined && <Glance unit={bridge.unit} />}
      </div>
      <p className="house__facts quiet small num">
        Bridge {bridge.systemId}, paired {showDay(bridge.pairedAt)}
      </p>
      <div className="house__acts">
        <a className="button button--main" href={toHouse(bridge)}>
          Open<span className="hidden"> {title}</span>
        </a>
        <Button
          className="button button--plain"
          aria-label={`Rename ${title}`}
          onPress={() => setAsks('rename')}
        >
          Rename
        </Button>
        <Button
          className="button button--plain"
          aria-label={`Release ${title}`}
          onPress={() => setAsks('release')}
        >
          Release
        </Button>
      </div>
      <Rename bridge={bridge} isOpen={asks === 'rename'} onClose={close} />
      <Release bridge={bridge} isOpen={asks === 'release'} onClose={close} />
    </li>
  );
};
