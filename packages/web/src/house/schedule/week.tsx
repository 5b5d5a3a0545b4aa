import { type Weekday, weekdays } from '@plenum/protocol/field';
import type { CSSProperties } from 'react';
import { dayName, formatMinute, toCivil } from '../../reading/clock.ts';
import { layOut, type Stretch } from '../../reading/week.ts';
import { t } from '../../text/text.ts';
import { useHouseTime } from '../context/house-context.tsx';
import { Hours, NowMark, toShare } from '../day/day.tsx';

/** A row of the week: a favourite or a program. */
export interface WeekRow {
  readonly id: string;
  readonly name: string;
  readonly colour: number;
  readonly isOn: boolean;
  readonly stretches: readonly Stretch[];
  readonly onOpen: () => void;
}

const Day = ({ day, rows, now }: { day: Weekday; rows: readonly WeekRow[]; now: number | undefined }) => (
  <div className="week__day" data-today={now === undefined ? undefined : ''}>
    <span className="week__name">{dayName(day)}</span>
    <div className="week__lane">
      {layOut(
        rows.flatMap(({ stretches, ...row }) =>
          stretches.filter((stretch) => stretch.day === day).map(({ from, to }) => ({ ...row, from, to })),
        ),
      ).map(({ id, name, colour, isOn, onOpen, from, to, lane, lanes }) => (
        <button
          type="button"
          key={`${id}-${from}`}
          className="week__stretch"
          data-off={isOn ? undefined : ''}
          style={
            {
              left: toShare(from),
              width: toShare(to - from),
              '--colour': `var(--chart-${colour})`,
              '--lane': lane,
              '--lanes': lanes,
            } as CSSProperties
          }
          onClick={onOpen}
          aria-label={t(isOn ? 'schedule.edit' : 'schedule.editOff', {
            name,
            day: dayName(day),
            from: formatMinute(from),
            to: formatMinute(to),
          })}
          title={`${name} ${formatMinute(from)}–${formatMinute(to)}`}
        />
      ))}
      {now !== undefined && <NowMark minute={now} />}
    </div>
  </div>
);

/** A week, one timeline for each day. */
export const Week = ({ rows, label }: { rows: readonly WeekRow[]; label: string }) => {
  const { now, timeZone } = useHouseTime(30_000);
  const civil = toCivil(now, timeZone);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of buttons, not of fields
    <div className="week" role="group" aria-label={label}>
      {weekdays.map((day) => (
        <Day key={day} day={day} rows={rows} now={civil.weekday === day ? civil.minute : undefined} />
      ))}
      <Hours className="week__hours" />
    </div>
  );
};
