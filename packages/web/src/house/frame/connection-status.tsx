import { useBridge, useConnection } from '../context/house-context.tsx';
import '../../design/connection.css';

const words = {
  connecting: 'Connecting',
  live: 'Live',
  lost: 'Reconnecting',
  locked: 'Locked',
  gone: 'Not found',
  away: 'Bridge offline',
} as const;

/** Whether the page shows the present state of the house. */
export const ConnectionStatus = () => {
  const connection = useConnection();
  const isAway = useBridge()?.isPresent === false && connection === 'live';
  const is = isAway ? 'away' : connection;
  return (
    <span className="connection" data-connection={is} role="status">
      <span className="connection__dot" />
      {words[is]}
    </span>
  );
};
