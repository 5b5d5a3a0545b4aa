import type { ComfortAnswer, ComfortResult } from '@plenum/protocol/schedule';
import { Hours, NowMark, toShare } from '../../design/day.tsx';
import { toCivil } from '../../reading/time/civil.ts';
import { dayLong, formatTime, minuteLong } from '../../reading/time/clock.ts';
import { t } from '../../text/text.ts';
import { useHouseTime } from '../house-context.tsx';
import { usePlanText } from '../schedule/plan-text.ts';
import { useComfort } from '../schedule/use-comfort.ts';
import './plan.css';

/** Length of the mark of a run, whose end is not part of the plan, in minutes. */
const markLong = 20;

interface Bar {
  readonly key: string;
  readonly from: number;
  readonly minutes: number;
  readonly isEarly: boolean;
}

/** Returns the bars of a lane: the time by which a favourite starts early, and its start by the week. */
const barsOf = (
  plans: readonly { readonly favourite: number; readonly start: number; readonly from: number | undefined }[],
  minuteOf: (at: number) => number,
): readonly Bar[] =>
  plans.flatMap(({ favourite, start, from }): Bar[] => {
    const key = `${favourite} ${start}`;
    const mark = { key, from: minuteOf(start), minutes: markLong, isEarly: false };
    if (from === undefined || from >= start) return [mark];
    const minutes = (start - from) / minuteLong;
    return [{ key: `${key} early`, from: minuteOf(start) - minutes, minutes, isEarly: true }, mark];
  });

const Lane = ({ name, bars, now }: { name: string; bars: readonly Bar[]; now?: number }) => (
  <div className="plan__lane">
    <span className="plan__name small">{name}</span>
    <div className="plan__bars" aria-hidden="true">
      {bars.map(({ key, from, minutes, isEarly }) => (
        <span
          key={key}
          className="plan__bar"
          data-early={isEarly}
          style={{ left: toShare(Math.max(0, from)), width: toShare(minutes + Math.min(0, from)) }}
        />
      ))}
      {now !== undefined && <NowMark minute={now} />}
    </div>
  </div>
);

/** The lanes of yesterday, today and tomorrow, in the hours of the local day. */
const Lanes = ({ day, yesterday }: Pick<ComfortAnswer, 'day' | 'yesterday'>) => {
  const { now, timeZone } = useHouseTime(30_000);
  const minuteOf = (at: number) => toCivil(at, timeZone).minute;
  const minute = minuteOf(now);
  const isToday = ({ start }: { start: number }) =>
    (start - now) / minuteLong + minute < dayLong / minuteLong;
  const toBars = (plans: ComfortAnswer['day']) =>
    barsOf(
      plans.map(({ favourite, start, startsAt }) => ({ favourite, start, from: startsAt })),
      minuteOf,
    );
  const asPlanned = barsOf(
    yesterday.map(({ favourite, start, startsAt }) => ({ favourite, start, from: startsAt })),
    minuteOf,
  );
  const asHappened = barsOf(
    yesterday
      .filter(({ startedAt }) => startedAt !== undefined)
      .map(({ favourite, startedAt, start, arrivedAt }) => ({
        favourite,
        start: arrivedAt ?? start,
        from: startedAt,
      })),
    minuteOf,
  );
  return (
    <div className="plan__lanes">
      <Lane name={t('plan.today')} bars={toBars(day.filter(isToday))} now={minute} />
      <Lane name={t('plan.tomorrow')} bars={toBars(day.filter((one) => !isToday(one)))} />
      {yesterday.length > 0 && (
        <>
          <Lane name={t('plan.planned')} bars={asPlanned} />
          <Lane name={t('plan.happened')} bars={asHappened} />
        </>
      )}
      <div className="plan__lane">
        <span />
        <Hours className="plan__hours" />
      </div>
    </div>
  );
};

/** Returns the minutes by which the rooms of a run were late; negative if they were early, undefined if they never arrived. */
const errorOf = ({ start, arrivedAt }: ComfortResult): number | undefined =>
  arrivedAt === undefined ? undefined : Math.round((arrivedAt - start) / minuteLong);

/** The plan of the next 24 hours with its reasons, and the plan of yesterday against what happened. */
export function PlanOfDay() {
  const { comfort } = useComfort();
  const planText = usePlanText();
  const { timeZone } = useHouseTime(30_000);
  if (comfort === undefined || !comfort.settings.isOn) return null;
  const { day, yesterday } = comfort;
  if (day.length === 0 && yesterday.length === 0) return null;
  return (
    <section className="panel card" aria-label={t('plan.title')}>
      <h2>{t('plan.title')}</h2>
      <Lanes day={day} yesterday={yesterday} />
      <ul className="plan__list">
        {day.map((plan) => (
          <li key={`${plan.favourite} ${plan.start}`} className="num">
            {planText(plan)}
          </li>
        ))}
      </ul>
      {yesterday.length > 0 && (
        <ul className="plan__list" aria-label={t('plan.yesterday')}>
          {yesterday.map((result) => {
            const { favourite, name, start, startsAt, startedAt } = result;
            const error = errorOf(result);
            return (
              <li key={`${favourite} ${start}`} className="num small">
                {t('plan.result', {
                  name,
                  start: formatTime(start, timeZone),
                  hasPlan: startsAt !== undefined,
                  startsAt: formatTime(startsAt ?? start, timeZone),
                  hasStarted: startedAt !== undefined,
                  startedAt: formatTime(startedAt ?? start, timeZone),
                  arrival: error === undefined ? 'none' : error > 0 ? 'late' : 'early',
                  minutes: Math.abs(error ?? 0),
                })}
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
