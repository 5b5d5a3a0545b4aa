/**
 * A time in which a zone keeps one offset: instants `from` up to before `until`, ms UTC; `offset` is ms to add to
 * an instant for local time; `begun` is the last local minute (since 1970-01-01) that had begun before `from`.
 */
export interface Period {
  readonly from: number;
  readonly until: number;
  readonly offset: number;
  readonly begun: number;
}

const second = 1000;
const minute = 60 * second;
const day = 24 * 60 * minute;
/** How much is looked through at once: a year. */
const year = 366 * day;
/** Longer than any repeated hour: what a backward change just before a block still repeats is known then. */
const lookBack = 2 * day;

/** Whether a name is an IANA time zone that this runtime knows. */
export const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

/** Returns the offset of a zone at an instant, ms, as Intl has it: exact to the second. */
const offsetsOf = (timeZone: string): ((at: number) => number) => {
  const format = new Intl.DateTimeFormat('en-u-ca-iso8601-nu-latn', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (at) => {
    const whole = Math.floor(at / second) * second;
    const read: Record<string, number> = {};
    for (const { type, value } of format.formatToParts(whole)) read[type] = Number(value);
    const local = Date.UTC(read.year!, read.month! - 1, read.day!, read.hour!, read.minute!, read.second!);
    return local - whole;
  };
};

/**
 * The first whole second at which the offset is no longer that at `from`; it changes once up to `to`. Counted in whole
 * seconds, so that the span halves each time whatever instants it is asked between.
 */
const findChange = (offsetAt: (at: number) => number, from: number, to: number): number => {
  const offset = offsetAt(from);
  let before = Math.floor(from / second);
  let after = Math.ceil(to / second);
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (offsetAt(middle * second) === offset) before = middle;
    else after = middle;
  }
  return after * second;
};

/**
 * Returns the periods of a zone around an instant: those of a block of time (ms), in order and without gaps.
 *
 * A block is looked through day by day, once (no zone changes its clock twice in a day). Throws a RangeError for a
 * name that is no time zone.
 */
export const findPeriods = (timeZone: string, block = year): ((at: number) => readonly Period[]) => {
  if (!isTimeZone(timeZone)) throw new RangeError(`${JSON.stringify(timeZone)} is not an IANA time zone.`);
  const offsetAt = offsetsOf(timeZone);

  const look = (start: number): Period[] => {
    const end = start + block;
    const periods: Period[] = [];
    let from = start - lookBack;
    let offset = offsetAt(from);
    let begun = Number.NEGATIVE_INFINITY;
    const close = (until: number) => {
      if (until > start) periods.push({ from: Math.max(from, start), until, offset, begun });
      begun = Math.floor((until - 1 + offset) / minute);
      from = until;
    };
    for (let at = from; at < end; at += day) {
      const next = Math.min(at + day, end);
      if (offsetAt(next) === offset) continue;
      close(findChange(offsetAt, at, next));
      offset = offsetAt(from);
    }
    close(end);
    return periods;
  };

  const blocks = new Map<number, readonly Period[]>();
  return (at) => {
    const number = Math.floor(at / block);
    const known = blocks.get(number) ?? look(number * block);
    blocks.set(number, known);
    return known;
  };
};
