import { fromAbsolute, toCalendarDate } from '@internationalized/date';
import { type Holiday, isHoliday, type SetException } from '@plenum/protocol/schedule';
import type { SeriesReading } from './series.ts';

/** Returns 100 during a holiday and otherwise 0, so that the mean over a period is its percentage. */
export function holidayReading(
  at: number,
  exceptions: readonly SetException[],
  timeZone: () => string,
): SeriesReading {
  const holidays = exceptions.filter((one) => isHoliday(one)) as readonly Holiday[];
  const today = holidays.length === 0 ? '' : toCalendarDate(fromAbsolute(at, timeZone())).toString();
  const isNow = holidays.some(({ date, until }) => date <= today && today < until);
  return { name: 'house.Holiday', value: isNow ? 100 : 0 };
}
