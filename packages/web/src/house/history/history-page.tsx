import { getLocalTimeZone, toZoned } from '@internationalized/date';
import { useState } from 'react';
import { Segmented } from '../../design/field/segmented.tsx';
import { stepFor } from '../../reading/number/range.ts';
import { formatDay } from '../../reading/time/clock.ts';
import { t } from '../../text/text.ts';
import { useAll, useHouseTime, useOne } from '../house-context.tsx';
import { DateRange, type Dates, dateOf } from './date-range.tsx';
import { EventList } from './event-list.tsx';
import { PowerHistory } from './power-history.tsx';
import { RoomsHistory } from './rooms-history.tsx';
import { useEvents } from './use-events.ts';
import { type Span, useKeptFrom } from './use-history.ts';
import { useSpan } from './use-span.ts';
import { useView } from './use-view.ts';
import './history.css';

const hour = 3_600_000;
/** The selectable lengths of a range that ends now, in hours; 0 means a range of dates. */
const ranges = [
  { value: 24, key: 'history.last24Hours' },
  { value: 168, key: 'history.last7Days' },
  { value: 720, key: 'history.last30Days' },
  { value: 0, key: 'history.dates' },
] as const;

const toSpan = ({ start, end }: Dates, timeZone: string | undefined): Span => {
  const zone = timeZone ?? getLocalTimeZone();
  const midnightOf = (date: Dates['start']) => toZoned(date, zone).toDate().getTime();
  const [from, to] = [midnightOf(start), midnightOf(end.add({ days: 1 }))];
  return { from, to, step: stepFor(to - from) };
};

/** The history page: the temperatures of rooms, events, and power. */
export function HistoryPage() {
  const [hours, setHours] = useState<number>(24);
  const [chosen, setDates] = useState<Dates>();
  const { now, timeZone } = useHouseTime(30_000);
  const keptFrom = useKeptFrom();
  const recent = useSpan((hours || 24) * hour);
  const today = dateOf(now, timeZone);
  const dates = chosen ?? { start: today.subtract({ days: 6 }), end: today };
  const view = useView(hours === 0 ? toSpan(dates, timeZone) : recent);
  const events = useEvents(view.shown);
  const hasClimate = useAll('unit').length + useAll('zone').length + useAll('vrf').length > 0;
  const hasPower = useOne('power') !== undefined;
  const hasSplits = useAll('split').length > 0;
  if (!hasClimate && !hasPower) return <p className="empty card">{t('history.noSensors', { hasSplits })}</p>;
  const choose = (of: number) => {
    setHours(of);
    view.zoom();
  };
  return (
    <div className="page">
      <div className="page__head">
        <p className="quiet history__hint" data-for="mouse">
          {t('history.hintMouse')}
        </p>
        <p className="quiet history__hint" data-for="fingers">
          {t('history.hintFingers')}
        </p>
        <Segmented
          label={t('history.timeShown')}
          options={ranges.map(({ value, key }) => ({ value, label: t(key) }))}
          value={hours}
          onChange={choose}
        />
      </div>
      {hours === 0 && (
        <div className="history__dates">
          <DateRange
            value={dates}
            onChange={(to) => {
              setDates(to);
              view.zoom();
            }}
            min={keptFrom === undefined ? undefined : dateOf(keptFrom, timeZone)}
            max={today}
          />
          {keptFrom !== undefined && (
            <p className="quiet small">{t('history.keptSince', { day: formatDay(keptFrom, timeZone) })}</p>
          )}
        </div>
      )}
      <RoomsHistory view={view} recorded={events} />
      <PowerHistory view={view} />
      <EventList recorded={events} />
    </div>
  );
}
