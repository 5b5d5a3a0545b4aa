/** The unit in which a reader sees temperatures. */
export type Degrees = '°C' | '°F';

/** The facts that determine the display of a number. */
interface Measure {
  readonly unit?: unknown;
  readonly scale?: unknown;
  readonly degrees?: unknown;
}

const isFahrenheit = ({ unit, degrees }: Measure): boolean => unit === '°C' && degrees === '°F';
const unitOf = (facts: Measure) => (isFahrenheit(facts) ? '°F' : facts.unit);
const scaleOf = ({ scale }: Measure): number => (typeof scale === 'number' ? scale : 1);

/**
 * Converts a wire number to the unit of the reader, on the same scale: 2155 at scale 100 is 7079 in °F. The result is
 * whole, except that a number without a scale may have one decimal.
 */
export function toReaderUnits(wire: number, facts: Measure): number {
  if (!isFahrenheit(facts)) return wire;
  const parts = facts.scale === undefined ? 10 : 1;
  return (Math.round(wire * 1.8 * parts) + 32 * scaleOf(facts) * parts) / parts;
}

const digits = (scale: number) => Math.round(Math.log10(scale));

/** Returns a wire number as text without the name of its unit: 2155 at scale 100 is `21.55`. */
export const toReading = (wire: number, scale = 1): string =>
  Number.isFinite(wire) && Math.abs(wire) < 1e15
    ? (wire / scale).toFixed(digits(scale))
    : String(wire / scale);

/** Returns a wire number in the reader's units: `21.55 °C`. */
export function toQuantity(wire: number, facts: Measure): string {
  const scale = scaleOf(facts);
  const value = toReaderUnits(wire, facts);
  const exact = Number.isInteger(value) ? toReading(value, scale) : String(value / scale);
  const unit = unitOf(facts);
  return typeof unit === 'string' ? `${exact} ${unit}` : exact;
}

/** Returns the size of a step in the reader's units, as short as possible: `0.5 °C`. */
export function toStep(step: number, facts: Measure): string {
  const scale = scaleOf(facts);
  const length = isFahrenheit(facts) ? Math.round(step * 1.8) / scale : step / scale;
  const unit = unitOf(facts);
  return typeof unit === 'string' ? `${length} ${unit}` : `${length}`;
}

/** Returns any value of a request as text short enough for a sentence. */
export function toShort(input: unknown): string {
  const shown = typeof input === 'number' ? String(input) : (JSON.stringify(input) ?? String(input));
  return shown.length > 60 ? `${shown.slice(0, 57)}...` : shown;
}
