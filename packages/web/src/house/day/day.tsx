import './day.css';

const minutes = 1_440;
const hours = [0, 6, 12, 18, 24] as const;

/** How far along a day a minute of it is, as a length of a style sheet; no further than its end. */
export const toShare = (minute: number): string => `${(Math.min(minute, minutes) / minutes) * 100}%`;

/** Where a day stands now, in a lane as long as the day. */
export const NowMark = ({ minute }: { minute: number }) => (
  <span className="now-mark" style={{ left: toShare(minute) }} />
);

/** The hours under lanes as long as a day. */
export const Hours = ({ className }: { className: string }) => (
  <div className={`hours num ${className}`} aria-hidden="true">
    {hours.map((hour) => (
      <span key={hour}>{String(hour).padStart(2, '0')}</span>
    ))}
  </div>
);
