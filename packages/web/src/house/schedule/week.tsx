import { type Weekday, weekdays } from '@plenum/protocol/field';
import type { CSSProperties } from 'react';
import { Hours, NowMark, toShare } from '../../design/day.tsx';
import { toCivil } from '../../reading/time/civil.ts';
import { dayName, formatMinute } from '../../reading/time/clock.ts';
import { formatLocalDate } from '../../reading/time/next-run.ts';
import { layOut, type Stretch } from '../../reading/time/week.ts';
import { t } from '../../text/text.ts';
import { useHouseTime } from '../house-context.tsx';
import { type Shift, useMove } from './use-move.ts';

/** A row of the week: a favourite or a program. */
export interface WeekRow {
  readonly id: string;
  readonly name: string;
  readonly colour: number;
  readonly isOn: boolean;
  readonly stretches: readonly Stretch[];
  readonly onOpen: () => void;
  /** Moves the start and the stop; `undefined` if the block cannot be moved. */
  readonly onMove?: ((shift: Shift) => void) | undefined;
}

type Block = Omit<WeekRow, 'stretches'> & ReturnType<typeof layOut<Stretch>>[number];

const labelOf = ({ isOn, skippedOn, onceOn }: Block): PlainOrDatedKey => {
  if (skippedOn !== undefined) return 'oneDate.editSkipped';
  if (onceOn !== undefined) return 'oneDate.editOnce';
  return isOn ? 'schedule.edit' : 'schedule.editOff';
};
type PlainOrDatedKey = 'schedule.edit' | 'schedule.editOff' | 'oneDate.editSkipped' | 'oneDate.editOnce';

/**
 * One run of a favourite on one day. It can be moved by pointer and by arrow keys, unless its date has an exception.
 */
const StretchBlock = (block: Block) => {
  const { name, colour, isOn, onOpen, day, from, to, lane, lanes, skippedOn, onceOn } = block;
  const date = skippedOn ?? onceOn;
  const onMove = date === undefined ? block.onMove : undefined;
  const { shift, handlers } = useMove(onMove, onOpen);
  const [begin, end] = [from + shift.start, Math.max(to + shift.stop, from + shift.start + 5)];
  const isMoving = shift.start !== 0 || shift.stop !== 0;
  return (
    <button
      type="button"
      className="week__stretch"
      data-off={isOn || onceOn !== undefined ? undefined : ''}
      data-skipped={skippedOn === undefined ? undefined : ''}
      data-once={onceOn === undefined ? undefined : ''}
      data-movable={onMove === undefined ? undefined : ''}
      data-moving={isMoving ? '' : undefined}
      style={
        {
          left: toShare(begin),
          width: toShare(end - begin),
          '--colour': `var(--chart-${colour})`,
          '--lane': lane,
          '--lanes': lanes,
        } as CSSProperties
      }
      {...handlers}
      aria-label={t(labelOf(block), {
        name,
        day: date === undefined ? dayName(day) : formatLocalDate(date),
        from: formatMinute(begin),
        to: formatMinute(end),
      })}
      aria-description={onMove === undefined ? undefined : t('oneDate.moveHelp')}
      title={`${name} ${formatMinute(begin)}–${formatMinute(end)}`}
    />
  );
};

const Day = ({ day, rows, now }: { day: Weekday; rows: readonly WeekRow[]; now: number | undefined }) => (
  <div className="week__day" data-today={now === undefined ? undefined : ''}>
    <span className="week__name">{dayName(day)}</span>
    <div className="week__lane">
      {layOut(
        rows.flatMap(({ stretches, ...row }) =>
          stretches.filter((stretch) => stretch.day === day).map((stretch) => ({ ...row, ...stretch })),
        ),
      ).map((block) => (
        <StretchBlock key={`${block.id}-${block.from}-${block.onceOn ?? ''}`} {...block} />
      ))}
      {now !== undefined && <NowMark minute={now} />}
    </div>
  </div>
);

/** Shows a week as one timeline for each day. */
export function Week({ rows, label }: { rows: readonly WeekRow[]; label: string }) {
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
}
