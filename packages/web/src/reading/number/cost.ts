import { formatDecimal, numberFormat } from './intl.ts';

/** Formats an amount with its currency: `AUD 3.20`, `3,20 AUD`; only the number if the prices have no currency. */
export function formatCost(cost: number | null | undefined, currency: string | undefined): string {
  if (cost === null || cost === undefined) return '–';
  if (currency === undefined) return formatDecimal(cost, 2);
  return numberFormat({ style: 'currency', currency, currencyDisplay: 'code' }).format(cost);
}
