import { Picker } from '../../design/field/picker.tsx';
import { t } from '../../text/text.ts';
import { timeZonePath, useMayWrite, useTimeZone, useTimeZoneAnswer } from '../house-context.tsx';
import { useSetTimeZone } from './use-set-time-zone.ts';
import './time-zone.css';

/** Returns all time zones of this browser and the current one, which the browser may lack. */
const zonesWith = (zone: string): readonly string[] =>
  [...new Set(['UTC', zone, ...Intl.supportedValuesOf('timeZone')])].sort();

/** Shows the time zone of the house, as a select if it can be set from this page. */
export function TimeZoneSetting() {
  const answer = useTimeZoneAnswer();
  const mayWrite = useMayWrite(timeZonePath);
  const set = useSetTimeZone();
  const known = useTimeZone();
  const zone = answer?.timeZone ?? known;
  if (zone === undefined) return null;
  const zones = zonesWith(zone);
  const canSet = mayWrite && answer !== undefined && answer.from !== 'house';
  return (
    <div className="time-zone time-zone--setting card">
      {canSet ? (
        <Picker
          label={t('timeZone.title')}
          isLabelHidden
          options={zones.map((label, value) => ({ value, label }))}
          value={zones.indexOf(zone)}
          onChange={(place) => void set(zones[place]!)}
        />
      ) : (
        <p>{zone}</p>
      )}
      <p className="quiet small">
        {t('timeZone.help')} {answer?.from === 'house' && t('timeZone.fixed')}
      </p>
    </div>
  );
}
