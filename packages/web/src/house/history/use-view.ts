import { useState } from 'react';
import { type Range, stepFor } from '../../reading/number/range.ts';
import type { Span } from './use-history.ts';

/** The time range of a chart: the whole range, the visible part, and a function to change the visible part. */
export interface View {
  readonly whole: Span;
  readonly shown: Span;
  /** Shows a part of the range; `undefined` shows all of it. */
  readonly zoom: (to?: Range) => void;
}

/** Creates a view that initially shows the whole range. */
export function useView(whole: Span): View {
  const [part, zoom] = useState<Range>();
  return { whole, shown: part === undefined ? whole : { ...part, step: stepFor(part.to - part.from) }, zoom };
}
