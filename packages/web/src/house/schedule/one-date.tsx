import type { ExceptionsAnswer, FavouriteException, KeptException } from '@plenum/protocol/schedule';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { Icon } from '../../design/icon.tsx';
import { isRequestError } from '../../live/server-client.ts';
import { formatMinute, toMinute } from '../../reading/clock.ts';
import { formatLocalDate, nextDate } from '../../reading/next-date.ts';
import { fromTimeText, toTimeText } from '../../reading/week.ts';
import { t } from '../../text/text.ts';
import { useHouseContext, useHouseTime } from '../context/house-context.tsx';
import type { Favourite } from './favourite-kinds.ts';
import { TimeInput } from './time-input.tsx';

const key = ['exceptions'];
const path = '/favourites/exceptions';

/** The exceptions that the bridge keeps, and how to change them. */
const useExceptions = () => {
  const { client, toasts } = useHouseContext();
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: key,
    queryFn: async () => ((await client.get(path)) as ExceptionsAnswer | undefined) ?? null,
    refetchInterval: 30_000,
  });
  const send = async (where: string, body: unknown): Promise<boolean> => {
    const refused = await client.post(where, body);
    if (isRequestError(refused)) toasts.showError(refused.sentence);
    await queries.invalidateQueries({ queryKey: key });
    return !isRequestError(refused);
  };
  // Until the bridge has answered there are none, so that what comes below does not move; a bridge without them answers null.
  return { exceptions: data === undefined ? [] : data?.exceptions, send };
};

const minuteOf = (time: string): number => {
  const { h, m } = fromTimeText(time, { h: 0, m: 0 });
  return toMinute(h, m)!;
};

const describe = ({ date, start, stop }: KeptException): string => {
  const day = formatLocalDate(date);
  if (start === undefined) return t('oneDate.skips', { day });
  const from = formatMinute(minuteOf(start));
  return stop === undefined
    ? t('oneDate.startsAt', { day, from })
    : t('oneDate.runs', { day, from, to: formatMinute(minuteOf(stop)) });
};

interface OneDateProps {
  readonly kind: FavouriteException['kind'];
  readonly favourite: Favourite;
}

/** What a favourite does on one date, other than in every week: skipped once, or at other times. */
export const OneDate = ({ kind, favourite }: OneDateProps) => {
  const { now, timeZone } = useHouseTime(30_000);
  const { exceptions, send } = useExceptions();
  const start = toMinute(favourite.StartH, favourite.StartM);
  const next =
    favourite.Enabled === 1 ? nextDate({ days: favourite.DaysEnabled, start }, now, timeZone) : undefined;
  const [draft, setDraft] = useState<{ date?: string; start?: string; stop?: string }>({});
  if (exceptions === undefined) return null;
  const own = exceptions.filter((one) => one.kind === kind && one.index === favourite.Index);
  const isSkipped = own.some(({ date }) => date === next);
  const which = { kind, index: favourite.Index };
  const date = draft.date ?? next ?? '';
  const from = draft.start ?? toTimeText(start);
  const to = draft.stop ?? toTimeText(toMinute(favourite.StopH, favourite.StopM));
  const set = async () => {
    const times = { start: from, ...(to !== '' && { stop: to }) };
    if (await send(path, { ...which, date, ...times })) setDraft((now) => (now === draft ? {} : now));
  };
  return (
    <section className="one-date" aria-label={t('oneDate.title')}>
      <h3>{t('oneDate.title')}</h3>
      {own.length > 0 && (
        <ul className="one-date__list">
          {own.map((one) => (
            <li key={one.date} className="one-date__one">
              <span className="num">
                {describe(one)}
                {one.isApplied && <span className="badge">{t('oneDate.now')}</span>}
              </span>
              <Button
                className="button button--small"
                aria-label={t('oneDate.endOf', { day: formatLocalDate(one.date) })}
                onPress={() => send(`${path}/end`, { ...which, date: one.date })}
              >
                {t('oneDate.end')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {next !== undefined && !isSkipped && (
        <Button className="button" onPress={() => send(path, { ...which, date: next })}>
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
};
