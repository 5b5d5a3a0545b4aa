/** Number of significant digits that stay exact in a sum of floating-point numbers. */
const exactDigits = 12;

/** Maximum distance of `least` below the first tick, as a fraction of a step. */
const spare = 0.1;

/**
 * Returns the ticks of an axis that contains 0, `least` and `most`, in steps of 1, 2 or 5 times a power of ten: about
 * `count` of them. The last is at or above `most`, and the first at most a tenth of a step above `least`.
 */
export function ticksOf(least: number, most: number, count = 5): readonly number[] {
  const [low, high] = [Math.min(0, least), Math.max(0, most)];
  if (low === high) return [0, 1];
  const rough = (high - low) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5].map((times) => times * power).find((one) => one >= rough) ?? 10 * power;
  const [first, last] = [Math.floor(low / step + spare), Math.ceil(high / step)];
  return Array.from({ length: last - first + 1 }, (_, place) =>
    Number(((first + place) * step).toPrecision(exactDigits)),
  );
}
