import type { Answer } from '../answer/read-answer.ts';
import type { Collected } from './collect.ts';

/** What a query told: the answer with neutral keys and the components in it. */
export interface Told {
  readonly answer: unknown;
  readonly components: readonly Collected[];
}

/**
 * What came of a query. `unknown`: the bridge does not know it in this way of speaking (wire facts 7);
 * `unoffered`: the original interface has no such thing, so that nothing was sent.
 */
export type Reading =
  | { readonly kind: 'told'; readonly told: Told }
  | { readonly kind: 'refused'; readonly sentence: string; readonly status: number }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'unoffered' };

/** What an answer to a query means. */
export const toReading = (answer: Answer, tell: (value: unknown) => Told): Reading => {
  if (answer.kind === 'json') return { kind: 'told', told: tell(answer.value) };
  if (answer.kind === 'error') return { ...answer, kind: 'refused' };
  return { kind: 'unknown' };
};
