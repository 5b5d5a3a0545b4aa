import {
  type AnswerOf,
  type BodyOf,
  type BridgeEndpoint,
  checkBody,
  type QueryOf,
  readQuery,
} from '@plenum/protocol/endpoint';
import { ok, type Result } from '@plenum/protocol/refusal';
import type { Read, Write } from './records.ts';

/** Serves an endpoint that reads: its definition reads the query and gives the types of query and answer. */
export const bindRead = <E extends BridgeEndpoint>(
  endpoint: E,
  read: (query: QueryOf<E>) => Result<AnswerOf<E>>,
): Read => {
  const { path, counted, query }: BridgeEndpoint = endpoint;
  return {
    path,
    endpoint: counted,
    read: (given) => {
      const parsed = query === undefined ? ok(undefined) : readQuery(query, given);
      return parsed.ok ? read(parsed.value as QueryOf<E>) : parsed;
    },
  };
};

/** Serves an endpoint that keeps something: its definition checks the body and gives its type. */
export const bindWrite = <E extends BridgeEndpoint>(
  endpoint: E,
  write: (body: BodyOf<E>) => Result<undefined> | Promise<Result<undefined>>,
): Write => ({
  path: endpoint.path,
  endpoint: endpoint.counted,
  write: (given) => {
    const body = checkBody(endpoint, given);
    return body.ok ? write(body.value) : body;
  },
});
