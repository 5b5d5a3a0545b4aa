import { isTimeZone } from '@plenum/protocol/extension';

/** A span of time in which the offset of a time zone does not change. */
export interface Period {
  /** Its start (inclusive) and end (exclusive), in ms UTC. */
  readonly from: number;
  readonly until: number;
  /** Milliseconds to add to a UTC time to get local time. */
  readonly offset: number;
  /**
   * The last local minute (since 1970-01-01) that began before `from`. When the clocks go back, the minutes up to this
   * one are repeated.
   */
  readonly lastMinute: number;
  /** The local minutes that the change at the start of the period skips. */
  readonly skipped?: SkippedMinutes;
}

/** Local minutes that do not exist, counted since 1970-01-01: from the first one up to the first that exists. */
export interface SkippedMinutes {
  readonly from: number;
  readonly to: number;
}

const minute = 60_000;
const day = 24 * 60 * minute;
const year = 366 * day;
/** Longer than any repeated hour, so that a change back just before a block is visible from within the block. */
const overlap = 2 * day;

/**
 * Returns the minutes that a change skips, given the last minute before it and the local time in ms at which it ends.
 * Most changes skip none.
 */
const findSkipped = (lastMinute: number, local: number): SkippedMinutes | undefined => {
  const to = Math.ceil(local / minute);
  return Number.isFinite(lastMinute) && to > lastMinute + 1 ? { from: lastMinute + 1, to } : undefined;
};

type FindPeriods = (at: number) => readonly Period[];

const createFindPeriods = (timeZone: string, block: number): FindPeriods => {
  const search = (start: number): Period[] => {
    // Throws a RangeError for a time outside the range of `Date`.
    const end = Temporal.Instant.fromEpochMilliseconds(start + block).epochMilliseconds;
    const periods: Period[] = [];
    let from = start - overlap;
    let lastMinute = Number.NEGATIVE_INFINITY;
    let local = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(timeZone);
    while (from < end) {
      const offset = local.offsetNanoseconds / 1_000_000;
      const next = local.getTimeZoneTransition('next');
      const until = Math.min(next?.epochMilliseconds ?? end, end);
      if (until > start) {
        const skipped = findSkipped(lastMinute, from + offset);
        const period = { from: Math.max(from, start), until, offset, lastMinute };
        periods.push(skipped === undefined ? period : { ...period, skipped });
      }
      lastMinute = Math.floor((until - 1 + offset) / minute);
      from = until;
      if (next !== null) local = next;
    }
    return periods;
  };

  const blocks = new Map<number, readonly Period[]>();
  return (at) => {
    const number = Math.floor(at / block);
    const known = blocks.get(number) ?? search(number * block);
    blocks.set(number, known);
    return known;
  };
};

/**
 * By time zone (the name that `Intl` returns) and block length, so that each zone is searched only once for all houses
 * in it.
 */
const found = new Map<string, FindPeriods>();

/**
 * Returns a function that maps a time to the periods of the block around it, in order and without gaps. Each block
 * (`block` ms, a year by default) is searched once. Throws a RangeError if the name is not a time zone.
 */
export function findPeriods(timeZone: string, block = year): FindPeriods {
  if (!isTimeZone(timeZone)) throw new RangeError(`${JSON.stringify(timeZone)} is not an IANA time zone.`);
  const { timeZone: name } = new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions();
  const key = `${name} ${block}`;
  const existing = found.get(key) ?? createFindPeriods(name, block);
  found.set(key, existing);
  return existing;
}
