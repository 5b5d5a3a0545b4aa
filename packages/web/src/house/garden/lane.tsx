import { showMinute } from '../../reading/clock.ts';
import { NowMark, toShare } from '../day/day.tsx';

/** Something that fills a stretch of the day, in minutes since midnight. */
interface Bar {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

const day = 1_440;

/** A stretch of a day in words: `Lawns 05:30–05:45`. */
export const sayBar = ({ name, from, to }: Bar): string =>
  `${name} ${showMinute(Math.floor(from))}–${showMinute(Math.min(day - 1, Math.round(to)))}`;

/** A day from midnight to midnight with what fills it, and where it stands now. */
export const Lane = ({ bars, minute }: { bars: readonly Bar[]; minute: number }) => (
  <div className="lane" aria-hidden="true">
    {bars.map((bar) => (
      <span
        key={`${bar.name}-${bar.from}`}
        className="lane__bar"
        data-over={bar.to < minute ? '' : undefined}
        title={sayBar(bar)}
        style={{ left: toShare(bar.from), width: toShare(bar.to - bar.from) }}
      />
    ))}
    <NowMark minute={minute} />
  </div>
);
