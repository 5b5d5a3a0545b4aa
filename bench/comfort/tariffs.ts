import { defaultPrices } from '@plenum/boptest';

/** The tariffs of the scoreboard. */
export type TariffName = 'flat' | 'two-rate' | 'dynamic';

/** Prices of a kWh by hour of the local day: the same as those by which tests of controllers are scored. */
export const tariffs: Readonly<Record<TariffName, readonly number[]>> = {
  flat: defaultPrices.constant,
  'two-rate': defaultPrices.dynamic,
  dynamic: defaultPrices.highly_dynamic,
};
export const tariffNames = Object.keys(tariffs) as TariffName[];
