import { formatHour } from '../reading/time/clock.ts';
import './day.css';

const minutes = 1_440;
const hours = [0, 6, 12, 18, 24] as const;

/** The position of a minute within a day, as a CSS length, at most 100%. */
export const toShare = (minute: number): string => `${(Math.min(minute, minutes) / minutes) * 100}%`;

/** The mark of the current time in a timeline of one day. */
export const NowMark = ({ minute }: { minute: number }) => (
  <span className="now-mark" style={{ left: toShare(minute) }} />
);

/** The hours below a timeline of one day. */
export const Hours = ({ className }: { className: string }) => (
  <div className={`hours num ${className}`} aria-hidden="true">
    {hours.map((hour) => (
      <span key={hour}>{formatHour(hour)}</span>
    ))}
  </div>
);
