import { t } from '../../text/text.ts';
import { useBridge, useConnection, useDeviceHealth } from '../house-context.tsx';
import '../../design/connection.css';

const words = {
  connecting: 'house.connecting',
  live: 'house.live',
  lost: 'house.reconnecting',
  locked: 'house.accessLocked',
  gone: 'house.notFound',
  away: 'house.bridgeOffline',
  silent: 'house.deviceOffline',
} as const;

/** Shows whether the page has the current state of the house. */
export function ConnectionStatus() {
  const connection = useConnection();
  const isAway = useBridge()?.isPresent === false;
  const isSilent = useDeviceHealth()?.state === 'silent';
  const is = connection !== 'live' ? connection : isAway ? 'away' : isSilent ? 'silent' : 'live';
  return (
    <span className="connection" data-connection={is} role="status">
      <span className="connection__dot" />
      {t(words[is])}
    </span>
  );
}
