import { t } from '../../text/text.ts';
import { useBridge, useConnection } from '../context/house-context.tsx';
import '../../design/connection.css';

const words = {
  connecting: 'house.connecting',
  live: 'house.live',
  lost: 'house.reconnecting',
  locked: 'house.accessLocked',
  gone: 'house.notFound',
  away: 'house.bridgeOffline',
} as const;

/** Whether the page shows the present state of the house. */
export const ConnectionStatus = () => {
  const connection = useConnection();
  const isAway = useBridge()?.isPresent === false && connection === 'live';
  const is = isAway ? 'away' : connection;
  return (
    <span className="connection" data-connection={is} role="status">
      <span className="connection__dot" />
      {t(words[is])}
    </span>
  );
};
