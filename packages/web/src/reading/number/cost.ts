import { formatDecimal, numberFormat } from './intl.ts';

/** An amount with its currency as prices name it: `AUD 3.20`, `3,20 AUD`; the number alone if it has none. */
export const formatCost = (cost: number | null | undefined, currency: string | undefined): string => {
  if (cost === null || cost === undefined) return '–';
  if (currency === undefined) return formatDecimal(cost, 2);
  return numberFormat({ style: 'currency', currency, currencyDisplay: 'code' }).format(cost);
};
