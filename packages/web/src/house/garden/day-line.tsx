import type { DatagramOf } from '@plenum/protocol';
import { showMinute, toCivil } from '../../reading/clock.ts';
import { type Run, runsOn } from '../../reading/garden.ts';
import { useHouseTime } from '../context.tsx';

interface DayLineProps {
  readonly controller: DatagramOf<'irrigation'>;
  readonly stations: readonly DatagramOf<'station'>[];
  readonly programs: readonly DatagramOf<'program'>[];
}

const day = 1_440;
const hours = [0, 6, 12, 18, 24] as const;
const share = (minute: number) => `${(minute / day) * 100}%`;

/** Runs in as few rows as they need to lie side by side. */
const toRows = (runs: readonly Run[]): readonly (readonly Run[])[] => {
  const rows: Run[][] = [];
  for (const run of runs) {
    const row = rows.find((each) => each.at(-1)!.to + 12 <= run.from);
    if (row === undefined) rows.push([run]);
    else row.push(run);
  }
  return rows.length === 0 ? [[]] : rows;
};

/** Today in the garden: each program where its time is, and now. */
export const DayLine = ({ controller, stations, programs }: DayLineProps) => {
  const { now, timeZone } = useHouseTime(10_000);
  const { weekday, minute } = toCivil(now, timeZone);
  const runs = controller.Enable ? runsOn(weekday, { programs, stations, controller }) : [];
  return (
    <figure className="day">
      <figcaption className="hidden">
        {runs.length === 0
          ? 'Nothing is watered by time today'
          : `Today: ${runs.map(({ name, from, to }) => `${name} ${showMinute(from)} to ${showMinute(Math.min(1439, Math.round(to)))}`).join('; ')}`}
      </figcaption>
      <div className="day__rows" aria-hidden="true">
        {toRows(runs).map((row, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name
          <div key={place} className="day__row">
            {row.map(({ program, name, from, to }) => (
              <span
                key={`${program}-${from}`}
                className="day__run"
                data-over={to < minute ? '' : undefined}
                title={`${name} ${showMinute(from)}–${showMinute(Math.min(1439, Math.round(to)))}`}
                style={{ left: share(from), width: share(to - from) }}
              />
            ))}
          </div>
        ))}
        <span className="day__now" style={{ left: share(minute) }} />
      </div>
      <div className="day__hours num" aria-hidden="true">
        {hours.map((hour) => (
          <span key={hour}>{String(hour).padStart(2, '0')}</span>
        ))}
      </div>
      {runs.length > 0 && (
        <ul className="day__list num">
          {runs
            .filter(({ to }) => to >= minute)
            .slice(0, 3)
            .map(({ program, name, from }) => (
              <li key={`${program}-${from}`}>
                {showMinute(from)} <strong>{name}</strong>
              </li>
            ))}
        </ul>
      )}
    </figure>
  );
};
