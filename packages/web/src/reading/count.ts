/** A number as it is written: `1,200`. */
export const formatNumber = (howMany: number): string => howMany.toLocaleString('en-AU');

/** A number of things in words: `1 day`, `1,200 days`. */
export const formatCount = (howMany: number, thing: string): string =>
  `${formatNumber(howMany)} ${thing}${howMany === 1 ? '' : 's'}`;
