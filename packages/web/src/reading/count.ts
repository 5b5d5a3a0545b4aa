import { formatDecimal } from './intl.ts';

/** A formatted number: `1,200`. */
export const formatNumber = (howMany: number): string => formatDecimal(howMany, 0);
