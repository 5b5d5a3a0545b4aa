import type { BridgeAnswer } from '../exchange/read-answer.ts';
import type { RawComponent } from './components.ts';

/** The answer to a query with neutral keys, and the components in it. */
export interface QueryAnswer {
  readonly answer: unknown;
  readonly components: readonly RawComponent[];
}

/**
 * The result of a query. `unknown`: the bridge does not support the query in this protocol version (wire facts 7);
 * `unsupported`: the original interface has no such query, so nothing was sent.
 */
export type QueryResult =
  | { readonly kind: 'answered'; readonly answer: QueryAnswer }
  | { readonly kind: 'refused'; readonly answer: BridgeAnswer }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'unsupported' };

export function toQueryResult(answer: BridgeAnswer, readValue: (value: unknown) => QueryAnswer): QueryResult {
  if (answer.kind === 'json') return { kind: 'answered', answer: readValue(answer.value) };
  if (answer.kind === 'error') return { kind: 'refused', answer };
  return { kind: 'unknown' };
}
