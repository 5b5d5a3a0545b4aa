import type { Weekday } from '@plenum/protocol/field';

const off = { M: 0, Tu: 0, W: 0, Th: 0, F: 0, Sa: 0, Su: 0 };

/** Returns the days of a week, of which only the given ones are on. */
export const on = (...days: readonly Weekday[]): Readonly<Record<Weekday, number>> => ({
  ...off,
  ...Object.fromEntries(days.map((day) => [day, 1])),
});
