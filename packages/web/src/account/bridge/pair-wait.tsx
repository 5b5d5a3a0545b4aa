import { Button } from 'react-aria-components';
import { Icon } from '../../design/icon.tsx';
import { t } from '../../text/text.ts';
import { navigate } from '../frame/routes.ts';
import { type AccountBridge, toHouseUrl, toTitle } from './bridge.ts';
import type { PairingRequest } from './pairing.ts';

interface PairWaitProps {
  readonly request: PairingRequest;
  /** The system ids in the account before the pairing. */
  readonly before: readonly string[];
  readonly bridges: readonly AccountBridge[];
}

/** Waits until an allowed bridge has connected. */
export function PairWait({ request, before, bridges }: PairWaitProps) {
  const joined = bridges.find(({ systemId }) => systemId === request.systemId || !before.includes(systemId));
  return (
    <div className="form">
      <div role="status" className="pair__who">
        {joined === undefined ? (
          <>
            <p className="pair__name">{t('bridge.waiting')}</p>
            <p className="quiet">{t('bridge.granted')}</p>
            <div className="pair__line" />
          </>
        ) : (
          <>
            <span className="empty-state__sign" data-activity="cool">
              <Icon name="check" />
            </span>
            <p className="pair__name">{t('bridge.isPaired', { name: toTitle(joined) })}</p>
            <p className="quiet">{joined.isPresent ? t('bridge.isConnected') : t('bridge.connectsSoon')}</p>
          </>
        )}
      </div>
      <div className="dialog__choices">
        <Button className="button" onPress={() => navigate('houses')}>
          {t('bridge.done')}
        </Button>
        {joined !== undefined && (
          <a className="button button--main" href={toHouseUrl(joined)}>
            {t('welcome.openHouse')}
          </a>
        )}
      </div>
    </div>
  );
}
