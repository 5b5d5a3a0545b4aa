/** Levels of uncertainty of a forecast. */
export const uncertaintyLevels = ['none', 'low', 'medium', 'high'] as const;
export type Uncertainty = Exclude<(typeof uncertaintyLevels)[number], 'none'>;

const HOUR = 3_600;

/** Mean and deviation of the first error in K; and of each further one: its share of the last, mean and deviation. */
const temperatureErrors: Readonly<
  Record<Uncertainty, { first: number; firstSpread: number; share: number; mean: number; spread: number }>
> = {
  low: { first: 0, firstSpread: 0.6, share: 0.92, mean: 0, spread: 0.4 },
  medium: { first: 0.15, firstSpread: 1.2, share: 0.93, mean: 0, spread: 0.6 },
  high: { first: -0.58, firstSpread: 1.5, share: 0.95, mean: -0.015, spread: 0.7 },
};

/** The same in W/m², with the scale of a Laplace distribution. */
const solarErrors: typeof temperatureErrors = {
  low: { first: 4.44, firstSpread: 57.42, share: 0.62, mean: 1.86, spread: 45.64 },
  medium: { first: 15.02, firstSpread: 122.6, share: 0.63, mean: 4.44, spread: 91.97 },
  high: { first: 32.09, firstSpread: 119.94, share: 0.67, mean: 10.63, spread: 87.44 },
};

/** Creates a generator of random numbers 0..1 from a seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const normal = (random: () => number) =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

const laplace = (random: () => number) => {
  const share = random() - 0.5;
  return -Math.sign(share) * Math.log(1 - 2 * Math.abs(share));
};

/** Returns a chain of errors of the first order, one for each hour. */
const chain = (
  length: number,
  { first, firstSpread, share, mean, spread }: (typeof temperatureErrors)[Uncertainty],
  draw: () => number,
): number[] => {
  const errors = [first + firstSpread * draw()];
  while (errors.length < length) errors.push(errors.at(-1)! * share + mean + spread * draw());
  return errors;
};

/** A forecast with errors: of values by hour from `start`, the last full hour. */
interface Uncertain {
  readonly start: number;
  readonly values: readonly number[];
}

/** Seed and level of the errors of a forecast, which stay the same for an hour and a horizon. */
interface Errors {
  readonly level: Uncertainty;
  readonly seed: number;
}

/** Returns the true values with errors of a forecast of temperatures in K. */
export function withTemperatureErrors(values: readonly number[], { level, seed }: Errors): readonly number[] {
  const random = createRandom(seed);
  const errors = chain(values.length, temperatureErrors[level], () => normal(random));
  return values.map((value, hour) => value - errors[hour]!);
}

/** Values in W/m² below which the error of the sun is not judged. */
const DIM = 50;
const TRIES = 200;

/**
 * Returns the true values with errors of a forecast of the sun in W/m²: smoothed, and between 0.2 and 2 times the truth.
 */
export function withSolarErrors(values: readonly number[], { level, seed }: Errors): readonly number[] {
  let wrong: readonly number[] = values;
  for (let tried = 0; tried < TRIES; tried++) {
    const random = createRandom(seed + tried * tried);
    const errors = chain(values.length, solarErrors[level], () => laplace(random));
    wrong = values.map((value, hour) => value - errors[hour]!);
    if (
      values.every(
        (value, hour) => value <= DIM || (wrong[hour]! >= 0.2 * value && wrong[hour]! <= 2 * value),
      )
    )
      break;
  }
  const smooth = [...wrong];
  for (let hour = 1; hour < smooth.length - 1; hour++)
    if (smooth[hour] !== 0) smooth[hour] = (smooth[hour - 1]! + smooth[hour]! + smooth[hour + 1]!) / 3;
  return smooth.map((value, hour) => Math.min(2 * values[hour]!, Math.max(0.2 * values[hour]!, value)));
}

/** Returns the hours that a forecast with errors needs, in s: from the last full hour to one after its horizon. */
export function hoursOf(now: number, horizon: number): readonly number[] {
  const start = Math.floor(now / HOUR) * HOUR;
  return Array.from({ length: Math.floor((horizon + HOUR) / HOUR) + 1 }, (_, hour) => start + hour * HOUR);
}

/** Returns the value at a time between the hours of a forecast, linear between them. */
export function between({ start, values }: Uncertain, time: number): number {
  const place = Math.min(values.length - 1, Math.max(0, (time - start) / HOUR));
  const left = Math.floor(place);
  const right = Math.min(values.length - 1, left + 1);
  return values[left]! + (values[right]! - values[left]!) * (place - left);
}
