import {
  type Enumeration,
  enumerations,
  list,
  quantity,
  text,
  type WordField,
  weekdays,
  word,
} from '@plenum/protocol/field';

/** A word of an enumeration of the interface: house files say `cool`, the wire says 1. */
export const labelled = <Label extends string>(
  of: Enumeration<Label>,
  description: string,
): WordField<Label> => word(description, Object.keys(of.values) as Label[]);

/** The wire value of a word of an enumeration. */
export const toValue = <Label extends string>(of: Enumeration<Label>, label: Label): number =>
  of.values[label];

/** A temperature in degrees as people write it; `toWire` makes hundredths of it. */
export const degrees = (description: string, min = -50, max = 60) =>
  quantity(description, { min, max, unit: '°C' });

/** Hundredths of a degree, rounded once (STYLE.md, habit 14). */
export const toWire = (celsius: number): number => Math.round(celsius * 100);

/** A time of day such as `06:30`. */
export const timeOfDay = (description: string) =>
  text(description, { pattern: '^([01]?\\d|2[0-3]):[0-5]\\d$', expected: 'a time of day such as 06:30' });

/** The hour and minute of `06:30`, or undefined where it is no time of day. */
export const readTime = (written: string): { hour: number; minute: number } | undefined => {
  const parts = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(written);
  return parts === null ? undefined : { hour: Number(parts[1]), minute: Number(parts[2]) };
};

/** The days on which something runs; every day when left out. */
export const daysOfWeek = list('days it runs; every day when left out', word('day', weekdays), {
  min: 0,
  max: 7,
});

/** The modes, fans and swings of wall splits and fan-coils. */
export const { terminalMode, swing, sleepTimer } = enumerations;
