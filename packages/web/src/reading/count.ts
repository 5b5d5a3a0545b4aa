/** A number of things in words: `1 day`, `5 days`. */
export const countOf = (howMany: number, thing: string): string =>
  `${howMany} ${thing}${howMany === 1 ? '' : 's'}`;
