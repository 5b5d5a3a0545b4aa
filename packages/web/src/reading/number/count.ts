import { formatDecimal } from './intl.ts';

/** How many there are of something: `1,200`. */
export const formatCount = (howMany: number): string => formatDecimal(howMany, 0);
