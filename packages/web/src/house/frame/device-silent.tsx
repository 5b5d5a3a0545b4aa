import { Icon } from '../../design/icon.tsx';
import { formatAgo } from '../../reading/time/ago.ts';
import { formatInstant } from '../../reading/time/clock.ts';
import { t } from '../../text/text.ts';
import { useDeviceHealth, useTimeZone } from '../house-context.tsx';
import './bridge-offline.css';

/** A notice above a house whose real bridge does not respond, with the start of the silence and its reason. */
export function DeviceSilent() {
  const health = useDeviceHealth();
  const timeZone = useTimeZone();
  if (health?.state !== 'silent') return null;
  const { since, why } = health;
  return (
    <div className="bridge-offline card" role="status" data-activity="alert">
      <Icon name="warning" />
      <div>
        <h2>{t('house.deviceSilent')}</h2>
        <p className="quiet">
          {`${t('house.lastAnswer', { ago: formatAgo(since, Date.now()), at: formatInstant(since, timeZone) })} `}
          {t('house.showsUntil')}
          {why !== undefined && ` ${why}`}
        </p>
      </div>
    </div>
  );
}
