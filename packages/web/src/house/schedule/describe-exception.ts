import { isHoliday, type KeptException, runOf } from '@plenum/protocol/schedule';
import { formatMinute } from '../../reading/time/clock.ts';
import { formatLocalDate } from '../../reading/time/next-run.ts';
import { t } from '../../text/text.ts';

/** Describes an exception in a few words: `Skipped on Sat 28 Nov`, `Sat 28 Nov 09:00–11:00`. */
export function describeException(exception: KeptException): string {
  const day = formatLocalDate(exception.date);
  if (isHoliday(exception)) return t('oneDate.away', { day, back: formatLocalDate(exception.until) });
  const run = runOf(exception);
  if (run === undefined) return t('oneDate.skips', { day });
  const from = formatMinute(run.start!);
  return run.stop === undefined
    ? t('oneDate.startsAt', { day, from })
    : t('oneDate.runs', { day, from, to: formatMinute(run.stop) });
}
