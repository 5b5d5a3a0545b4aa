/** What a sentence may be made of: numbers on the wire's scale, words, lists of words. */
export type RefusalFacts = Readonly<Record<string, number | string | readonly string[] | undefined>>;

const digits = (scale: number) => Math.round(Math.log10(scale));

/** A wire number in the reader's units, without the unit: 2155 at scale 100 is `21.55`. */
export const toReading = (wire: number, scale = 1): string =>
  Number.isFinite(wire) && Math.abs(wire) < 1e15
    ? (wire / scale).toFixed(digits(scale))
    : String(wire / scale);

/** A wire number in the reader's units: `21.55 °C`. */
export const toQuantity = (wire: number, facts: { unit?: unknown; scale?: unknown }): string => {
  const scale = typeof facts.scale === 'number' ? facts.scale : 1;
  const exact = Number.isInteger(wire) ? toReading(wire, scale) : String(wire / scale);
  return typeof facts.unit === 'string' ? `${exact} ${facts.unit}` : exact;
};

/** The length of one step in the reader's units, as short as it can be said: `0.5 °C`. */
export const toStep = (step: number, facts: RefusalFacts): string => {
  const scale = typeof facts.scale === 'number' ? facts.scale : 1;
  return typeof facts.unit === 'string' ? `${step / scale} ${facts.unit}` : `${step / scale}`;
};

/** Any value of a request, short enough to stand in a sentence. */
export const toShort = (input: unknown): string => {
  const shown = typeof input === 'number' ? String(input) : (JSON.stringify(input) ?? String(input));
  return shown.length > 60 ? `${shown.slice(0, 57)}...` : shown;
};
