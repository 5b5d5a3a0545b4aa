import { Icon } from '../../design/icon.tsx';
import { formatAgo } from '../../reading/time/ago.ts';
import { useStore } from '../../state/use-store.ts';
import { t } from '../../text/text.ts';
import { useBridge, useHouseContext, useKeptAt } from '../house-context.tsx';
import './bridge-offline.css';

/** A notice above a house in a cloud if its bridge is not connected or has sent nothing. */
export function BridgeOffline() {
  const { house } = useHouseContext();
  const bridge = useBridge();
  const isKept = useKeptAt() !== undefined;
  const isEmpty = useStore(house.state, ({ datagrams }) =>
    Object.values(datagrams).every((all) => all.length === 0),
  );
  if (isKept || bridge === undefined || (bridge.isPresent !== false && !isEmpty)) return null;
  const { isPresent, lastSeen } = bridge;
  return (
    <div className="bridge-offline card" role="status" data-activity={isPresent === false ? 'alert' : 'idle'}>
      <Icon name={isPresent === false ? 'warning' : 'clock'} />
      <div>
        <h2>{isPresent === false ? t('house.bridgeAway') : t('house.noData')}</h2>
        <p className="quiet">
          {lastSeen !== undefined &&
            isPresent === false &&
            `${t('house.lastSeen', { ago: formatAgo(lastSeen, Date.now()) })} `}
          {isEmpty ? t('house.noDataHelp') : t('house.bridgeAwayHelp')}
        </p>
      </div>
    </div>
  );
}
