import { formatHour } from '../reading/time/clock.ts';
import './day.css';

const minutes = 1_440;
const hours = [0, 6, 12, 18, 24] as const;

/** Returns the position of a minute within a day as a CSS length, at most 100%. */
export const toShare = (minute: number): string => `${(Math.min(minute, minutes) / minutes) * 100}%`;

/** Marks the current time in a timeline of one day. */
export const NowMark = ({ minute }: { minute: number }) => (
  <span className="now-mark" style={{ left: toShare(minute) }} />
);

/** The labels of the hours below a timeline of one day. */
export const Hours = ({ className }: { className: string }) => (
  <div className={`hours num ${className}`} aria-hidden="true">
    {hours.map((hour) => (
      <span key={hour}>{formatHour(hour)}</span>
    ))}
  </div>
);
