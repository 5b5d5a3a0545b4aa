/**
 * Stacks rows from the last to the first, so that each row is above the following ones. `null` if no row has a value.
 */
export function toStack(rows: readonly (readonly (number | null)[])[]): (number | null)[][] {
  const stacked: (number | null)[][] = [];
  let below: readonly (number | null)[] = [];
  for (const row of rows.toReversed()) {
    const top = row.map((value, place) => {
      const under = below[place] ?? null;
      return value === null && under === null ? null : (value ?? 0) + (under ?? 0);
    });
    stacked.unshift(top);
    below = top;
  }
  return stacked;
}
