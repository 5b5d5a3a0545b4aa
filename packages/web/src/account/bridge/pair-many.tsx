import { Button } from 'react-aria-components';
import { t } from '../../text/text.ts';
import { navigate } from '../frame/routes.ts';
import type { AccountBridge } from './bridge.ts';

interface PairManyProps {
  /** The system ids in the account before the pairing. */
  readonly before: readonly string[];
  readonly bridges: readonly AccountBridge[];
}

/** Counts the bridges that have connected since the owner allowed several. */
export function PairMany({ before, bridges }: PairManyProps) {
  const known = new Set(before);
  const count = bridges.filter(({ systemId }) => !known.has(systemId)).length;
  return (
    <div className="form">
      <div role="status" className="pair__who">
        <p className="pair__name num">
          {count === 0 ? t('bridge.waitingMany') : t('bridge.pairedMany', { count: count })}
        </p>
        <p className="quiet">{t('bridge.grantedMany')}</p>
        {count === 0 && <div className="pair__line" />}
      </div>
      <div className="dialog__choices">
        <Button className="button" onPress={() => navigate('houses')}>
          {t('bridge.done')}
        </Button>
      </div>
    </div>
  );
}
