import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { between, hoursOf, withSolarErrors, withTemperatureErrors } from './forecast-error.ts';

const draws = 150_000;
/** So bright that no error is cut. */
const truth = 1e6;

const meanOf = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Returns the mean and the standard deviation of the first errors, and of what the second ones add to a share of them. */
const statistics = (add: typeof withTemperatureErrors, level: 'low' | 'medium' | 'high', share: number) => {
  const [first, added] = [new Float64Array(draws), new Float64Array(draws)];
  for (let seed = 0; seed < draws; seed++) {
    const [now, later] = add([truth, truth], { level, seed }).map((value) => truth - value);
    first[seed] = now!;
    added[seed] = later! - share * now!;
  }
  const spread = (values: Float64Array, mean: number) =>
    Math.sqrt(meanOf(values.map((value) => (value - mean) ** 2)));
  return [first, added].map((values) => {
    const mean = meanOf(values);
    return { mean, spread: spread(values, mean) };
  });
};

/** The published parameters: mean and spread of the first error, share, mean and spread of the others. */
const published = {
  temperature: {
    low: [0, 0.6, 0.92, 0, 0.4],
    medium: [0.15, 1.2, 0.93, 0, 0.6],
    high: [-0.58, 1.5, 0.95, -0.015, 0.7],
  },
  sun: {
    low: [4.44, 57.42, 0.62, 1.86, 45.64],
    medium: [15.02, 122.6, 0.63, 4.44, 91.97],
    high: [32.09, 119.94, 0.67, 10.63, 87.44],
  },
} as const;

describe('the errors of forecasts', () => {
  for (const level of ['low', 'medium', 'high'] as const)
    for (const [of, add, scale] of [
      ['temperature', withTemperatureErrors, 1],
      // A Laplace distribution deviates by its scale times the root of 2.
      ['sun', withSolarErrors, Math.SQRT2],
    ] as const)
      it(`have the published means and spreads: ${of}, ${level}`, () => {
        const [first, firstSpread, share, mean, spread] = published[of][level];
        const found = statistics(add, level, share);
        for (const [place, [wantedMean, wantedSpread]] of [
          [first, firstSpread * scale],
          [mean, spread * scale],
        ].entries()) {
          const { mean: foundMean, spread: foundSpread } = found[place]!;
          assert.ok(
            Math.abs(foundMean - wantedMean!) < 0.005 * wantedSpread!,
            `mean ${foundMean} ${wantedMean}`,
          );
          assert.ok(
            Math.abs(foundSpread / wantedSpread! - 1) < 0.01,
            `spread ${foundSpread} ${wantedSpread}`,
          );
        }
      });

  it('smooth the sun over three hours, and leave the night dark', () => {
    const dark = withSolarErrors([0, 0, 300, 0, 0], { level: 'high', seed: 1 });
    assert.deepEqual([dark[0], dark[1], dark[3], dark[4]], [0, 0, 0, 0]);
    const [one, two, three] = [1, 2, 3].map((count) =>
      withSolarErrors(
        Array.from({ length: count }, () => truth),
        { level: 'low', seed: 5 },
      ),
    );
    assert.deepEqual([two![0], three![0]], [one![0], one![0]]);
    assert.ok(Math.abs(three![1]! - (one![0]! + two![1]! + three![2]!) / 3) < 1e-6);
  });

  it('are hourly, from the last full hour to one after the horizon, linear in between', () => {
    assert.deepEqual(hoursOf(7_200, 3_600), [7_200, 10_800, 14_400]);
    assert.deepEqual(hoursOf(7_199, 0), [3_600, 7_200]);
    const forecast = { start: 3_600, values: [10, 20, 40] };
    assert.deepEqual(
      [3_600, 5_400, 9_000, 10_800, 99_999].map((time) => between(forecast, time)),
      [10, 15, 30, 40, 40],
    );
  });
});
