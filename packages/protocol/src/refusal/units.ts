/** The unit a reader has temperatures in. */
export type Degrees = '°C' | '°F';

/** The facts that define how a number is shown. */
interface Measure {
  readonly unit?: unknown;
  readonly scale?: unknown;
  readonly degrees?: unknown;
}

const isFahrenheit = ({ unit, degrees }: Measure): boolean => unit === '°C' && degrees === '°F';
const unitOf = (facts: Measure) => (isFahrenheit(facts) ? '°F' : facts.unit);
const scaleOf = ({ scale }: Measure): number => (typeof scale === 'number' ? scale : 1);

/**
 * A wire number in the degrees of the reader, on the same scale: 2155 at scale 100, in °F, is 7079. It stays whole; one
 * without a scale may have a tenth.
 */
export const toReaderUnits = (wire: number, facts: Measure): number => {
  if (!isFahrenheit(facts)) return wire;
  const parts = facts.scale === undefined ? 10 : 1;
  return (Math.round(wire * 1.8 * parts) + 32 * scaleOf(facts) * parts) / parts;
};

const digits = (scale: number) => Math.round(Math.log10(scale));

/** A wire number in the reader's units, without the unit: 2155 at scale 100 is `21.55`. */
export const toReading = (wire: number, scale = 1): string =>
  Number.isFinite(wire) && Math.abs(wire) < 1e15
    ? (wire / scale).toFixed(digits(scale))
    : String(wire / scale);

/** A wire number in the reader's units: `21.55 °C`. */
export const toQuantity = (wire: number, facts: Measure): string => {
  const scale = scaleOf(facts);
  const value = toReaderUnits(wire, facts);
  const exact = Number.isInteger(value) ? toReading(value, scale) : String(value / scale);
  const unit = unitOf(facts);
  return typeof unit === 'string' ? `${exact} ${unit}` : exact;
};

/** The length of one step in the reader's units, as short as possible: `0.5 °C`. */
export const toStep = (step: number, facts: Measure): string => {
  const scale = scaleOf(facts);
  const length = isFahrenheit(facts) ? Math.round(step * 1.8) / scale : step / scale;
  const unit = unitOf(facts);
  return typeof unit === 'string' ? `${length} ${unit}` : `${length}`;
};

/** Any value of a request, short enough for a sentence. */
export const toShort = (input: unknown): string => {
  const shown = typeof input === 'number' ? String(input) : (JSON.stringify(input) ?? String(input));
  return shown.length > 60 ? `${shown.slice(0, 57)}...` : shown;
};
