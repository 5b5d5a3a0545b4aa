import { useState } from 'react';
import type { Range } from '../../reading/range.ts';
import type { Span } from './use-history.ts';

/** What a chart looks at: the whole, the part of it that is shown, and the way to another part. */
export interface View {
  readonly whole: Span;
  readonly shown: Span;
  /** Shows a part of the whole; all of it where none is given. */
  readonly zoom: (to?: Range) => void;
}

/** A view that begins with the whole. */
export const useView = (whole: Span): View => {
  const [part, zoom] = useState<Range>();
  return { whole, shown: part === undefined ? whole : { ...part, points: whole.points }, zoom };
};
