import { type CalendarDate, fromAbsolute, getLocalTimeZone, toCalendarDate } from '@internationalized/date';
import {
  Button,
  CalendarCell,
  CalendarGrid,
  DateInput,
  DateRangePicker,
  DateSegment,
  Dialog,
  Group,
  Heading,
  Popover,
  RangeCalendar,
} from 'react-aria-components';
import { Icon } from '../../design/icon.tsx';
import { t } from '../../text/text.ts';
import './date-range.css';

/** A range of whole days, from the first to the last. */
export interface Dates {
  readonly start: CalendarDate;
  readonly end: CalendarDate;
}

/** Returns the date at a time in the time zone of a house. */
export const dateOf = (at: number, timeZone: string | undefined): CalendarDate =>
  toCalendarDate(fromAbsolute(at, timeZone ?? getLocalTimeZone()));

interface DateRangeProps {
  readonly value: Dates;
  readonly onChange: (dates: Dates) => void;
  /** The first and the last selectable date. */
  readonly min: CalendarDate | undefined;
  readonly max: CalendarDate;
}

const Day = ({ slot }: { slot: 'start' | 'end' }) => (
  <DateInput slot={slot} className="date-range__input num">
    {(segment) => <DateSegment segment={segment} className="date-range__segment" />}
  </DateInput>
);

/** Selects a range by two dates, typed or chosen in a calendar. */
export const DateRange = ({ value, onChange, min, max }: DateRangeProps) => (
  <DateRangePicker
    aria-label={t('history.fromTo')}
    className="date-range"
    value={{ start: value.start, end: value.end }}
    onChange={(dates) => dates !== null && dates.start.compare(dates.end) <= 0 && onChange(dates)}
    maxValue={max}
    {...(min !== undefined && { minValue: min })}
  >
    <Group className="date-range__group">
      <Day slot="start" />
      <span aria-hidden="true">–</span>
      <Day slot="end" />
      <Button className="button button--small" aria-label={t('history.openCalendar')}>
        <Icon name="calendar" />
      </Button>
    </Group>
    <Popover className="date-range__popover" placement="bottom end">
      <Dialog className="date-range__dialog" aria-label={t('history.fromTo')}>
        <RangeCalendar className="calendar">
          <header className="calendar__head">
            <Button slot="previous" className="button button--small" aria-label={t('history.earlierMonth')}>
              ‹
            </Button>
            <Heading className="calendar__title" />
            <Button slot="next" className="button button--small" aria-label={t('history.laterMonth')}>
              ›
            </Button>
          </header>
          <CalendarGrid className="calendar__grid num" weekdayStyle="short">
            {(date) => <CalendarCell date={date} className="calendar__day" />}
          </CalendarGrid>
        </RangeCalendar>
      </Dialog>
    </Popover>
  </DateRangePicker>
);
