import { Icon } from '../../design/icon.tsx';
import { useStore } from '../../live/use-store.ts';
import { showAgo } from '../../reading/ago.ts';
import { useBridge, useHouse } from '../context.tsx';
import './bridge-away.css';

/** Says over a house seen through a cloud that its bridge is not connected, and what that means for the page. */
export const BridgeAway = () => {
  const { house } = useHouse();
  const bridge = useBridge();
  const isEmpty = useStore(house.state, ({ datagrams }) =>
    Object.values(datagrams).every((all) => all.length === 0),
  );
  if (bridge === undefined || (bridge.isPresent !== false && !isEmpty)) return null;
  const { isPresent, lastSeen } = bridge;
  return (
    <div className="away card" role="status" data-activity={isPresent === false ? 'alert' : 'idle'}>
      <Icon name={isPresent === false ? 'warning' : 'clock'} />
      <div>
        <h2>{isPresent === false ? 'The bridge is not connected' : 'The bridge has told nothing yet'}</h2>
        <p className="quiet">
          {lastSeen !== undefined && isPresent === false && `Last heard ${showAgo(lastSeen, Date.now())}. `}
          {isEmpty
            ? 'What the house has stands here as soon as the bridge tells it.'
            : 'The house stands here as it was then. Commands are refused until the bridge is back; in the house itself all goes on.'}
        </p>
      </div>
    </div>
  );
};
