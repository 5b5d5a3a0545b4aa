import { type Weekday, weekdays } from '@plenum/protocol/field';
import { formatMinute } from './clock.ts';

/** A stretch of a day on which something is on, in minutes since midnight. */
export interface Stretch {
  readonly day: Weekday;
  readonly from: number;
  readonly to: number;
}

const day = 1_440;

/** How long a start without a stop is drawn. */
const mark = 20;

const after = (of: Weekday): Weekday => weekdays[(weekdays.indexOf(of) + 1) % 7]!;

/**
 * The stretches of a week in which a favourite is on. One that stops at or before its start runs over midnight, into the
 * day after those it starts on (interface 2.4); one that never stops is a mark at its start.
 */
export const stretchesOf = (
  days: Readonly<Record<Weekday, number>>,
  start: number | undefined,
  stop: number | undefined,
): readonly Stretch[] => {
  if (start === undefined) return [];
  return weekdays
    .filter((each) => days[each] === 1)
    .flatMap((each): Stretch[] => {
      if (stop === undefined) return [{ day: each, from: start, to: Math.min(day, start + mark) }];
      if (stop > start) return [{ day: each, from: start, to: stop }];
      const late = { day: each, from: start, to: day };
      return stop === 0 ? [late] : [late, { day: after(each), from: 0, to: stop }];
    });
};

/** Something that lies beside others that are on at the same time: in which of how many lanes. */
export type Laid<One> = One & { readonly lane: number; readonly lanes: number };

/** Lays out what is on within one day, so that nothing lies over anything else; in order of time. */
export const layOut = <One extends Pick<Stretch, 'from' | 'to'>>(
  stretches: readonly One[],
): readonly Laid<One>[] => {
  const laid: Laid<One>[] = [];
  let together: { one: One; lane: number }[] = [];
  let ends: number[] = [];
  const close = () => {
    laid.push(...together.map(({ one, lane }) => ({ ...one, lane, lanes: ends.length })));
    together = [];
    ends = [];
  };
  for (const one of stretches.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    if (ends.every((end) => end <= one.from)) close();
    const free = ends.findIndex((end) => end <= one.from);
    const lane = free === -1 ? ends.length : free;
    ends[lane] = one.to;
    together.push({ one, lane });
  }
  close();
  return laid;
};

/** A time as an input of the browser has it, empty where it is switched off. */
export const toTimeText = (minute: number | undefined): string =>
  minute === undefined ? '' : formatMinute(minute);

/** The hour and minute of a time as an input of the browser has it; the markers that switch it off where it is empty. */
export const fromTimeText = (
  text: string,
  off: { readonly h: number; readonly m: number },
): { readonly h: number; readonly m: number } => {
  const [, h, m] = /^(\d{2}):(\d{2})/.exec(text) ?? [];
  return h === undefined || m === undefined ? off : { h: Number(h), m: Number(m) };
};
