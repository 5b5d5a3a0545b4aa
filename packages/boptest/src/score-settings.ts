import type { HouseFile } from '@plenum/simulator';

/** The names of the electricity prices, as scenarios choose them. */
export const priceNames = ['constant', 'dynamic', 'highly_dynamic'] as const;
export type PriceName = (typeof priceNames)[number];

/** The limits, prices and emissions by which tests of a house are scored. Temperatures in °C, prices by hour of the day. */
export interface ScoreSettings {
  readonly lower: number;
  readonly upper: number;
  readonly lowerEmpty: number;
  readonly upperEmpty: number;
  readonly co2: number;
  readonly emissions: number;
  readonly prices: Readonly<Record<PriceName, readonly number[]>>;
}

const everyHour = (price: number): readonly number[] => Array.from({ length: 24 }, () => price);

/**
 * Prices of a kWh by hour of the day if a house file has none: constant; dear from 7 to 22 h; and those of a market with
 * much solar power, cheap at noon and dear in the evening.
 */
export const defaultPrices: ScoreSettings['prices'] = {
  constant: everyHour(0.3),
  dynamic: Array.from({ length: 24 }, (_, hour) => (hour >= 7 && hour < 22 ? 0.36 : 0.2)),
  highly_dynamic: [
    0.22, 0.21, 0.2, 0.2, 0.21, 0.24, 0.3, 0.35, 0.34, 0.28, 0.22, 0.17, 0.15, 0.14, 0.15, 0.19, 0.27, 0.38,
    0.45, 0.44, 0.38, 0.32, 0.28, 0.24,
  ],
};

/**
 * Returns the member `testCase` of a house file with its defaults. Comfort is 21 to 24 °C, or 15 to 30 °C in an empty room,
 * and 894 ppm of carbon dioxide, as in BOPTEST's test case `bestest_air`. Emissions are those of New South Wales
 * (Australian National Greenhouse Accounts Factors 2024, scope 2).
 */
export function readScoreSettings({ testCase = {} }: HouseFile): ScoreSettings {
  const { price, dynamic, highlyDynamic, ...limits } = testCase;
  return {
    lower: limits.lower ?? 21,
    upper: limits.upper ?? 24,
    lowerEmpty: limits.lowerEmpty ?? 15,
    upperEmpty: limits.upperEmpty ?? 30,
    co2: limits.co2 ?? 894,
    emissions: limits.emissions ?? 0.66,
    prices: {
      constant: price === undefined ? defaultPrices.constant : everyHour(price),
      dynamic: dynamic ?? defaultPrices.dynamic,
      highly_dynamic: highlyDynamic ?? defaultPrices.highly_dynamic,
    },
  };
}
