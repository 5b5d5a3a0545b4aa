import { wrongUsage } from '../failure.ts';

const milliseconds: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

const toInstant = (typed: string, now: number): number => {
  const [, count, unit] = /^(\d{1,6})([mhd])$/.exec(typed) ?? [];
  if (unit !== undefined) return now - Number(count) * milliseconds[unit]!;
  if (!/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d))?$/.test(typed)) return Number.NaN;
  // V8 parses February 31 as March 3.
  const day = new Date(`${typed.slice(0, 10)}T00:00Z`);
  const isThere = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(typed.slice(0, 10));
  return isThere ? Date.parse(typed) : Number.NaN;
};

/** Reads a time as ms since 1970 UTC: a day in UTC, a time with its zone, or a duration before now. */
export const readSince =
  (now: () => number = Date.now, option = '--since') =>
  (typed: string): number => {
    const instant = toInstant(typed, now());
    if (!Number.isNaN(instant)) return instant;
    throw wrongUsage(
      `${option}: ${JSON.stringify(typed)} is not a time; type 2026-01-31, 2026-01-31T08:30Z, or 90m, 24h, 7d.`,
    );
  };
