/** The result of a write: `unknown` if the connection broke before the response. */
export type WriteResult = 'acknowledged' | 'refused' | 'unknown';

/** The values that remain: all that were written, or the last one, which replaces those before it. */
export type Kept = 'all' | 'last';

/** The writes to a part, by number, with their results. */
export interface Ledger {
  record(number: number, result: WriteResult): void;
  /**
   * Returns what is wrong with the numbers that were found; `undefined` if nothing is. An unknown write that was found
   * counts as acknowledged from then on, another one as refused.
   */
  check(found: readonly number[]): string | undefined;
}

/** Creates the ledger of a part without writes. */
export function createLedger(kept: Kept): Ledger {
  const results = new Map<number, WriteResult>();
  const numbersOf = (result: WriteResult) =>
    [...results].filter(([, one]) => one === result).map(([number]) => number);
  const expected = () => {
    const acknowledged = numbersOf('acknowledged');
    return kept === 'all' ? acknowledged : acknowledged.slice(-1);
  };
  const isPossible = (number: number) =>
    expected().includes(number) ||
    (results.get(number) === 'unknown' && (kept === 'all' || number > (expected()[0] ?? -1)));
  const settle = (found: readonly number[]) => {
    for (const number of numbersOf('unknown'))
      results.set(number, found.includes(number) ? 'acknowledged' : 'refused');
  };
  return {
    record: (number, result) => void results.set(number, result),
    check: (found) => {
      const isReplaced = kept === 'last' && found.length === 1 && isPossible(found[0]!);
      const lost = isReplaced ? [] : expected().filter((number) => !found.includes(number));
      const foreign = found.filter((number) => !isPossible(number));
      if (lost.length > 0 || foreign.length > 0)
        return [
          ...(lost.length > 0 ? [`acknowledged and lost: ${lost.join(', ')}`] : []),
          ...(foreign.length > 0 ? [`there, although refused or replaced: ${foreign.join(', ')}`] : []),
        ].join('; ');
      settle(found);
      return undefined;
    },
  };
}
