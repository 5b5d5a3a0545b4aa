import { formatDecimal, numberFormat } from './intl.ts';

/** Formats an amount with the currency of the prices: `AUD 3.20`, `3,20 AUD`; the number alone if they have none. */
export const formatCost = (cost: number | null | undefined, currency: string | undefined): string => {
  if (cost === null || cost === undefined) return '–';
  if (currency === undefined) return formatDecimal(cost, 2);
  return numberFormat({ style: 'currency', currency, currencyDisplay: 'code' }).format(cost);
};
