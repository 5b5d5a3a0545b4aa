import { stepFor } from '../../reading/number/range.ts';
import { useHouseTime } from '../house-context.tsx';
import type { Span } from './use-history.ts';

/**
 * Returns the range of a length (ms) that ends now, rounded up to a step, so that the query stays the same until the
 * step is over.
 */
export function useSpan(length: number): Span {
  const { now } = useHouseTime(5_000);
  const step = stepFor(length);
  const to = (Math.floor(now / step) + 1) * step;
  return { from: to - length, to, step };
}
