/** Price of a kWh at a time of the local day, and its average over that hour's market for the dynamic one. */
export type TariffName = 'flat' | 'two-rate' | 'dynamic';

/** Prices by hour of the local day. The dynamic one follows a market: cheap at noon, dear in the evening. */
export const tariffs: Readonly<Record<TariffName, readonly number[]>> = {
  flat: Array.from({ length: 24 }, () => 0.3),
  'two-rate': Array.from({ length: 24 }, (_, hour) => (hour >= 7 && hour < 22 ? 0.36 : 0.2)),
  dynamic: [
    0.22, 0.21, 0.2, 0.2, 0.21, 0.24, 0.3, 0.35, 0.34, 0.28, 0.22, 0.17, 0.15, 0.14, 0.15, 0.19, 0.27, 0.38,
    0.45, 0.44, 0.38, 0.32, 0.28, 0.24,
  ],
};
export const tariffNames = Object.keys(tariffs) as TariffName[];
