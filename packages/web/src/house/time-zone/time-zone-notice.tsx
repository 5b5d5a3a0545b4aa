import { Button } from 'react-aria-components';
import { Icon } from '../../design/icon.tsx';
import { dateFormat } from '../../reading/number/intl.ts';
import { isSameClock } from '../../reading/time/civil.ts';
import { t } from '../../text/text.ts';
import { timeZonePath, useMayWrite, useTimeZoneAnswer } from '../house-context.tsx';
import { useSetTimeZone } from './use-set-time-zone.ts';
import './time-zone.css';

/** Asks the reader to confirm the time zone if it has not been set and the reader's time differs. */
export function TimeZoneNotice() {
  const answer = useTimeZoneAnswer();
  const mayWrite = useMayWrite(timeZonePath);
  const set = useSetTimeZone();
  const own = dateFormat({}).resolvedOptions().timeZone;
  if (answer?.from !== 'machine' || !mayWrite || isSameClock(Date.now(), answer.timeZone, own)) return null;
  return (
    <section className="time-zone card" aria-label={t('timeZone.title')}>
      <p className="time-zone__ask">
        <Icon name="clock" /> {t('timeZone.ask', { zone: answer.timeZone })}
      </p>
      <div className="time-zone__answers">
        {[own, answer.timeZone].map((zone) => (
          <Button key={zone} className="button button--small" onPress={() => void set(zone)}>
            {zone === own ? t('timeZone.use', { zone }) : t('timeZone.keep', { zone })}
          </Button>
        ))}
      </div>
    </section>
  );
}
