import { type DatedKind, exceptionsOf, isHoliday, toMinute } from '@plenum/protocol/schedule';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { Icon } from '../../design/icon.tsx';
import { toCivil } from '../../reading/time/civil.ts';
import { formatLocalDate, nextRun } from '../../reading/time/next-run.ts';
import { toTimeText } from '../../reading/time/week.ts';
import { t } from '../../text/text.ts';
import { useHouseTime } from '../house-context.tsx';
import { ExceptionList } from './exception-list.tsx';
import type { Favourite } from './favourite-kinds.ts';
import { TimeInput } from './time-input.tsx';
import { exceptionsPath, useExceptions } from './use-exceptions.ts';
import { WallControllerNote } from './wall-controller-note.tsx';

interface OneDateProps {
  readonly kind: DatedKind;
  readonly favourite: Favourite;
}

/** Sets the exception of a favourite on one date: skipped, or at other times. */
export function OneDate({ kind, favourite }: OneDateProps) {
  const { now, timeZone } = useHouseTime(30_000);
  const { exceptions, send } = useExceptions();
  const [draft, setDraft] = useState<{ date?: string; start?: string; stop?: string }>({});
  if (exceptions === undefined) return null;
  const which = { kind, index: favourite.Index };
  const concerning = exceptionsOf(exceptions, which);
  const own = exceptions.filter((one) => concerning.includes(one) && !isHoliday(one));
  const next = nextRun(favourite, concerning, toCivil(now, timeZone))?.date;
  const date = draft.date ?? next ?? '';
  const start = toMinute(favourite.StartH, favourite.StartM);
  const from = draft.start ?? toTimeText(start);
  const to = draft.stop ?? toTimeText(toMinute(favourite.StopH, favourite.StopM));
  const set = async () => {
    const times = { start: from, ...(to !== '' && { stop: to }) };
    if (await send(exceptionsPath, { ...which, date, ...times }))
      setDraft((now) => (now === draft ? {} : now));
  };
  return (
    <section className="one-date" aria-label={t('oneDate.title')}>
      <h3>{t('oneDate.title')}</h3>
      <WallControllerNote />
      <ExceptionList exceptions={own} send={send} />
      {next !== undefined && (
        <Button className="button" onPress={() => send(exceptionsPath, { ...which, date: next })}>
          <Icon name="close" /> {t('oneDate.skip', { day: formatLocalDate(next) })}
        </Button>
      )}
      <details className="disclosure">
        <summary>{t('oneDate.otherTimes')}</summary>
        <div className="one-date__form">
          <TimeInput
            label={t('oneDate.date')}
            type="date"
            value={date}
            onChange={(next) => setDraft({ ...draft, date: next })}
          />
          <TimeInput
            label={t('oneDate.start')}
            value={from}
            onChange={(next) => setDraft({ ...draft, start: next })}
          />
          <TimeInput
            label={t('oneDate.stop')}
            value={to}
            onChange={(next) => setDraft({ ...draft, stop: next })}
          />
          <Button className="button button--main" isDisabled={date === '' || from === ''} onPress={set}>
            {t('oneDate.set')}
          </Button>
        </div>
      </details>
    </section>
  );
}
