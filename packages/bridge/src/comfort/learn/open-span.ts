import type { Observation } from './observe.ts';

/** A span that is still open. Means are weighted by elapsed time, never by the number of readings. */
export interface OpenSpan {
  readonly from: number;
  readonly first: number;
  to: number;
  last: number;
  outdoor: number;
  inside: number;
  sharing: number;
  weight: number;
}

/** Opens a span at a time and a temperature. */
export const openSpan = (at: number, temperature: number): OpenSpan => ({
  from: at,
  first: temperature,
  to: at,
  last: temperature,
  outdoor: 0,
  inside: 0,
  sharing: 0,
  weight: 0,
});

/** Adds `ms` milliseconds at the temperature `inside` to the means of a span. */
export function extendSpan(
  span: OpenSpan,
  { ms, inside }: { readonly ms: number; readonly inside: number },
  { outdoor, sharing }: Observation,
): void {
  span.outdoor += outdoor! * ms;
  span.inside += inside * ms;
  span.sharing += sharing * ms;
  span.weight += ms;
}
