import { formatDecimal } from './intl.ts';

/** Formats a count: `1,200`. */
export const formatCount = (howMany: number): string => formatDecimal(howMany, 0);
