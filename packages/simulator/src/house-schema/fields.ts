import {
  type Enumeration,
  list,
  type NumberField,
  quantity,
  text,
  type WordField,
  weekdays,
  word,
} from '@plenum/protocol/field';

/** Creates a field for a label of an enumeration of the interface: `cool` in a house file is 1 on the wire. */
export const enumerated = <Label extends string>(
  of: Enumeration<Label>,
  description: string,
): WordField<Label> => word(description, Object.keys(of.values) as Label[]);

/** Returns the wire value of an enumeration's label. */
export const toValue = <Label extends string>(of: Enumeration<Label>, label: Label): number =>
  of.values[label];

/** Creates a field for a temperature in °C. On the wire it is in hundredths (`toWire`). */
export const degrees = (description: string, min = -50, max = 60) =>
  quantity(description, { min, max, unit: '°C' });

type SetpointField = Pick<NumberField, 'minimum' | 'maximum' | 'multipleOf'>;

/** Creates a field for a setpoint in degrees, within the limits of its field on the wire. */
export const setpointWithin = ({ minimum, maximum }: SetpointField, description: string) =>
  degrees(description, minimum! / 100, maximum! / 100);

/** Returns the value of a setpoint's field on the wire that is nearest to a temperature in °C. */
export const toSetpoint = (
  { minimum, maximum, multipleOf: step = 1 }: SetpointField,
  celsius: number,
): number => Math.min(maximum!, Math.max(minimum!, Math.round(toWire(celsius) / step) * step));

/** Converts °C to hundredths of a degree. */
export const toWire = (celsius: number): number => Math.round(celsius * 100);

/** Creates a field for a time of day such as `06:30`. */
export const timeOfDay = (description: string) =>
  text(description, { pattern: '^([01]?\\d|2[0-3]):[0-5]\\d$', expected: 'a time of day such as 06:30' });

/** Returns the hour and minute of a text such as `06:30`, or undefined for any other text. */
export function readTime(written: string): { hour: number; minute: number } | undefined {
  const parts = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(written);
  return parts === null ? undefined : { hour: Number(parts[1]), minute: Number(parts[2]) };
}

/** The days on which a program or favourite runs; every day by default. */
export const daysOfWeek = list('days it runs; if left out, every day', word('day', weekdays), {
  min: 0,
  max: 7,
});
