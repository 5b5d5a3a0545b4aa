import { useState } from 'react';
import { type Range, stepFor } from '../../reading/number/range.ts';
import type { Span } from './use-history.ts';

/** The time range of a chart: the whole, the part that is shown, and a function to change the part. */
export interface View {
  readonly whole: Span;
  readonly shown: Span;
  /** Shows a part of the whole, or all of it. */
  readonly zoom: (to?: Range) => void;
}

/** Creates a view that shows the whole first. */
export const useView = (whole: Span): View => {
  const [part, zoom] = useState<Range>();
  return { whole, shown: part === undefined ? whole : { ...part, step: stepFor(part.to - part.from) }, zoom };
};
