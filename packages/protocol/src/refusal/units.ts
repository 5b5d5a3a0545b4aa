/** What a sentence may be made of: numbers on the wire's scale, words, lists of words. */
export type RefusalFacts = Readonly<Record<string, number | string | readonly string[] | undefined>>;

/** The unit a reader has temperatures in. */
export type Degrees = '°C' | '°F';

const isFahrenheit = ({ unit, degrees }: { unit?: unknown; degrees?: unknown }): boolean =>
  unit === '°C' && degrees === '°F';

/** A wire number in the degrees of the reader, on the same scale: 2155 at scale 100, in °F, is 7079. */
export const toReaders = (
  wire: number,
  facts: { unit?: unknown; scale?: unknown; degrees?: unknown },
): number => (isFahrenheit(facts) ? Math.round(wire * 1.8) + 32 * (facts.scale as number) : wire);

const unitOf = (facts: { unit?: unknown; degrees?: unknown }) => (isFahrenheit(facts) ? '°F' : facts.unit);

const digits = (scale: number) => Math.round(Math.log10(scale));

/** A wire number in the reader's units, without the unit: 2155 at scale 100 is `21.55`. */
export const toReading = (wire: number, scale = 1): string =>
  Number.isFinite(wire) && Math.abs(wire) < 1e15
    ? (wire / scale).toFixed(digits(scale))
    : String(wire / scale);

/** A wire number in the reader's units: `21.55 °C`. */
export const toQuantity = (
  wire: number,
  facts: { unit?: unknown; scale?: unknown; degrees?: unknown },
): string => {
  const scale = typeof facts.scale === 'number' ? facts.scale : 1;
  const value = toReaders(wire, facts);
  const exact = Number.isInteger(value) ? toReading(value, scale) : String(value / scale);
  const unit = unitOf(facts);
  return typeof unit === 'string' ? `${exact} ${unit}` : exact;
};

/** The length of one step in the reader's units, as short as it can be said: `0.5 °C`. */
export const toStep = (step: number, facts: RefusalFacts): string => {
  const scale = typeof facts.scale === 'number' ? facts.scale : 1;
  const length = isFahrenheit(facts) ? Math.round(step * 1.8) / scale : step / scale;
  const unit = unitOf(facts);
  return typeof unit === 'string' ? `${length} ${unit}` : `${length}`;
};

/** Any value of a request, short enough to stand in a sentence. */
export const toShort = (input: unknown): string => {
  const shown = typeof input === 'number' ? String(input) : (JSON.stringify(input) ?? String(input));
  return shown.length > 60 ? `${shown.slice(0, 57)}...` : shown;
};
