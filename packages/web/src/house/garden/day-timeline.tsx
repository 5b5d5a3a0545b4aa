import { NowMark, toShare } from '../../design/day.tsx';
import { formatMinute } from '../../reading/time/clock.ts';
import { t } from '../../text/text.ts';

/** A bar of the timeline, in minutes since midnight. */
interface Bar {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  /** True for a manual run. */
  readonly isByHand?: boolean;
}

const day = 1_440;

/** Returns the part of a bar that is within the day. */
const withinDay = ({ from, to }: Bar) => ({ from: Math.max(0, from), to: Math.min(day, to) });

/** Describes a bar as text: `Lawns 05:30–05:45`. */
export function describeBar(bar: Bar): string {
  const { from, to } = withinDay(bar);
  return `${bar.name} ${formatMinute(Math.floor(from))}–${formatMinute(Math.min(day - 1, Math.round(to)))}`;
}

/** A timeline from midnight to midnight, with bars and a mark at the current time. */
export const DayTimeline = ({ bars, minute }: { bars: readonly Bar[]; minute: number }) => (
  <div className="lane" aria-hidden="true">
    {bars.map((bar) => {
      const { from, to } = withinDay(bar);
      return (
        <span
          key={`${bar.name}-${bar.from}`}
          className="lane__bar"
          data-over={bar.to < minute ? '' : undefined}
          data-by-hand={bar.isByHand ? '' : undefined}
          title={bar.isByHand ? t('garden.manualBar', { run: describeBar(bar) }) : describeBar(bar)}
          style={{ left: toShare(from), width: toShare(to - from) }}
        />
      );
    })}
    <NowMark minute={minute} />
  </div>
);
