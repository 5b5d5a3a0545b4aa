/** Returns the value below which this share of the values lies, interpolated between its neighbours. */
export function quantileOf(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const [below, above] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!];
  return below + (above - below) * (place - Math.floor(place));
}

/** Returns the median of several measurements. */
export const median = (values: readonly number[]): number => quantileOf(values, 0.5);

/** Several measurements of one quantity: their median, and the distance between their quartiles. */
export interface Summary {
  readonly median: number;
  readonly spread: number;
}

/** Rounds to four digits, so that a recorded file has no more of them than mean anything. */
const round = (value: number): number => Number(value.toPrecision(4));

export const summarize = (values: readonly number[]): Summary => ({
  median: round(median(values)),
  spread: round(quantileOf(values, 0.75) - quantileOf(values, 0.25)),
});

/** Returns the spread as a share of the median. */
export const relativeSpread = ({ median, spread }: Summary): number =>
  median === 0 ? 0 : spread / Math.abs(median);

export type Shape = 'flat' | 'linear' | 'other';

/** A quantity at several sizes: its shape, and the line `at0 + each * size` or the power of the size that fits it. */
export interface Fit {
  readonly shape: Shape;
  readonly at0: number;
  readonly each: number;
  readonly power: number;
}

type Point = readonly [size: number, value: number];

/** Fits `a + b * x` by least squares with a weight for each point. */
const fitLine = (points: readonly Point[], weigh: (point: Point) => number): readonly [number, number] => {
  let [w, wx, wy, wxx, wxy] = [0, 0, 0, 0, 0];
  for (const point of points) {
    const [x, y] = point;
    const weight = weigh(point);
    w += weight;
    wx += weight * x;
    wy += weight * y;
    wxx += weight * x * x;
    wxy += weight * x * y;
  }
  const each = (w * wxy - wx * wy) / (w * wxx - wx * wx);
  return [(wy - each * wx) / w, each];
};

/** Largest deviation from a constant or a line, as a share of the value. */
const tolerance = { flat: 0.2, linear: 0.2 } as const;

/** Classifies how a quantity grows: flat if it stays within 20 % of a constant, linear if within 20 % of a line. */
export function fitGrowth(points: readonly Point[]): Fit {
  const values = points.map(([, value]) => value);
  const middle = (Math.max(...values) + Math.min(...values)) / 2;
  // Sizes differ by powers of ten, so each point counts by its relative deviation.
  const [at0, each] = fitLine(points, ([, value]) => 1 / value ** 2);
  const logs = points.filter(([size]) => size > 0).map(([x, y]) => [Math.log(x), Math.log(y)] as const);
  const [, power] = fitLine(logs, () => 1);
  const isFlat = values.every((value) => Math.abs(value - middle) <= tolerance.flat * middle);
  const isLinear = points.every(
    ([size, value]) => Math.abs(at0 + each * size - value) <= tolerance.linear * value,
  );
  return { shape: isFlat ? 'flat' : isLinear && each > 0 ? 'linear' : 'other', at0, each, power };
}
