import { formatDecimal } from './intl.ts';

/** A formatted number: `1,200`. */
export const formatNumber = (howMany: number): string => formatDecimal(howMany, 0);

/** A count with its noun: `1 day`, `1,200 days`. */
export const formatCount = (howMany: number, thing: string): string =>
  `${formatNumber(howMany)} ${thing}${howMany === 1 ? '' : 's'}`;
