import { Icon } from '../../design/icon.tsx';
import { formatAgo } from '../../reading/time/ago.ts';
import { formatInstant } from '../../reading/time/clock.ts';
import { t } from '../../text/text.ts';
import { useHouseContext, useHouseTime } from '../house-context.tsx';
import './bridge-offline.css';

/**
 * A notice above a house whose server does not respond: the page shows the last state that this device received, and
 * its age.
 */
export function KeptStateNotice({ keptAt }: { readonly keptAt: number }) {
  const { name } = useHouseContext().source;
  // Renders again every minute, so that the age stays current.
  useHouseTime(60_000);
  return (
    <div className="bridge-offline card" role="status" data-activity="alert">
      <Icon name="warning" />
      <div>
        <h2>{t('install.lastKnown')}</h2>
        <p className="quiet">
          {t('install.lastKnownHelp', {
            name,
            at: formatInstant(keptAt, undefined),
            ago: formatAgo(keptAt, Date.now()),
          })}
        </p>
      </div>
    </div>
  );
}
