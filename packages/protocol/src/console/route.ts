import { type Endpoint, endpointMakers } from '../endpoint/endpoint.ts';
import type { Field, Fields, ObjectField, RecordField } from '../field/field.ts';
import { record } from '../field/make.ts';
import type { JsonValue } from './json-value.ts';
import type { ConsoleRefusalCode } from './refusals.ts';

type AnyRecord = RecordField<Fields, string>;

/**
 * The callers a route accepts: anyone; anyone on a page of this cloud; or signed-in people, whose POST requests must
 * contain the form token of the session.
 */
export type RouteCaller = 'anyone' | 'own-page' | 'signed-in';

/** A JSON request made by the web application of a cloud. */
export interface ConsoleRoute extends Endpoint {
  readonly caller: RouteCaller;
  readonly query?: AnyRecord;
  readonly body?: AnyRecord | ObjectField;
  /** The status of a successful response; 204 does not have a body. */
  readonly status: 200 | 201 | 204;
  /** The body of a successful response. */
  readonly answer?: Field;
  /** The body of the response 202, for a request that continues after it. */
  readonly continuing?: Field;
  /** True if a successful request opens a stream of server-sent events. */
  readonly isStream?: true;
  readonly refusals: readonly ConsoleRefusalCode[];
}

/** The definition of a route, without its method and path. */
interface About {
  readonly summary: string;
  /** Default: `signed-in`. */
  readonly caller?: RouteCaller;
  readonly query?: AnyRecord;
  readonly body?: AnyRecord | ObjectField;
  readonly status?: 201;
  readonly answer?: Field;
  readonly continuing?: Field;
  readonly isStream?: true;
  /** Refusals that depend on the caller are added automatically. */
  readonly refusals?: readonly ConsoleRefusalCode[];
}

const nothing = record('nothing', {});

/**
 * Adds the refusals that depend on the method and the caller. Requests are limited per account, or per address if the caller is not
 * signed in. A route with its own rate limit does not need the limit on all requests of an account.
 */
const refusalsOf = (
  method: ConsoleRoute['method'],
  caller: RouteCaller,
  own: readonly ConsoleRefusalCode[],
): readonly ConsoleRefusalCode[] => {
  const malformed = method === 'get' ? [] : (['body-malformed'] as const);
  if (caller === 'anyone') return ['too-many-requests', ...malformed, ...own];
  if (caller === 'own-page') return ['form-stale', 'too-many-requests', ...malformed, ...own];
  const stale = method === 'get' ? [] : (['form-stale'] as const);
  const limited =
    own.includes('too-many-commands') || own.includes('too-many-reads')
      ? []
      : (['too-many-requests'] as const);
  return ['not-signed-in', ...stale, ...limited, ...malformed, ...own];
};

/** Define routes that read (`get`) and routes that change something (`post`). */
export const { get, post } = endpointMakers<ConsoleRoute, About>((method, path, about) => {
  const { caller = 'signed-in', answer, isStream, refusals = [] } = about;
  return {
    method,
    path,
    status: answer === undefined && isStream === undefined ? 204 : 200,
    ...(method === 'post' && { body: nothing }),
    ...about,
    caller,
    refusals: refusalsOf(method, caller, refusals),
  };
});

/** The response of a successful request to a route. */
export type RouteAnswer<R> = R extends { readonly answer: infer Answer } ? JsonValue<Answer> : undefined;

/** The parameters of a route's query. */
export type RouteQuery<R> = R extends { readonly query: infer Query } ? JsonValue<Query> : undefined;
