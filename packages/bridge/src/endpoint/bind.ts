import {
  type AnswerOf,
  type BodyOf,
  type BridgeEndpoint,
  checkBody,
  type QueryOf,
  readQuery,
} from '@plenum/protocol/endpoint';
import type { EventOrigin } from '@plenum/protocol/extension';
import { ok, type Result } from '@plenum/protocol/refusal';
import type { ReadEndpoint, WriteEndpoint } from './endpoint.ts';

/**
 * Returns a reading endpoint that parses each query by its definition. The definition also determines the types of
 * query and response.
 */
export function bindRead<E extends BridgeEndpoint>(
  endpoint: E,
  read: (query: QueryOf<E>) => Result<AnswerOf<E>>,
): ReadEndpoint {
  const { path, counted, query }: BridgeEndpoint = endpoint;
  return {
    path,
    endpoint: counted,
    read: (given) => {
      const parsed = query === undefined ? ok(undefined) : readQuery(query, given);
      return parsed.ok ? read(parsed.value as QueryOf<E>) : parsed;
    },
  };
}

/**
 * Returns a writing endpoint that checks each body by its definition. The definition also determines the type of the
 * body.
 */
export const bindWrite = <E extends BridgeEndpoint>(
  endpoint: E,
  write: (body: BodyOf<E>, by: EventOrigin) => Result<undefined> | Promise<Result<undefined>>,
): WriteEndpoint => ({
  path: endpoint.path,
  endpoint: endpoint.counted,
  write: (given, by) => {
    const body = checkBody(endpoint, given);
    return body.ok ? write(body.value, by) : body;
  },
});
