import { type Endpoint, endpointMakers } from '../endpoint/endpoint.ts';
import type { Field, Fields, ObjectField, RecordField } from '../field/field.ts';
import { record } from '../field/make.ts';
import type { JsonValue } from './json-value.ts';
import type { ConsoleRefusalCode } from './refusals.ts';

type AnyRecord = RecordField<Fields, string>;

/**
 * Who may send a request: anyone; anyone at a page of this cloud; somebody signed in, and a POST then carries the form
 * token of the session.
 */
export type RouteCaller = 'anyone' | 'own-page' | 'signed-in';

/** A request that the browser application of a cloud makes, in JSON. */
export interface ConsoleRoute extends Endpoint {
  readonly caller: RouteCaller;
  readonly query?: AnyRecord;
  readonly body?: AnyRecord | ObjectField;
  /** The status of success; 204 has no body. */
  readonly status: 200 | 201 | 204;
  /** The body of success. */
  readonly answer?: Field;
  /** Whether success answers a stream of server-sent events. */
  readonly isStream?: true;
  readonly refusals: readonly ConsoleRefusalCode[];
}

/** The definition of a route, without its method and path. */
interface About {
  readonly summary: string;
  /** `signed-in` where it is left out. */
  readonly caller?: RouteCaller;
  readonly query?: AnyRecord;
  readonly body?: AnyRecord | ObjectField;
  readonly status?: 201;
  readonly answer?: Field;
  readonly isStream?: true;
  /** Those that follow from its caller are added. */
  readonly refusals?: readonly ConsoleRefusalCode[];
}

const nothing = record('nothing', {});

/**
 * The requests of an account are limited, and without one those of an address. A route that limits how often it is called by
 * itself needs no limit of all requests of an account.
 */
const refusalsOf = (
  method: ConsoleRoute['method'],
  caller: RouteCaller,
  own: readonly ConsoleRefusalCode[],
): readonly ConsoleRefusalCode[] => {
  if (caller === 'anyone') return ['too-many-requests', ...own];
  if (caller === 'own-page') return ['form-stale', 'too-many-requests', ...own];
  const stale = method === 'get' ? [] : (['form-stale'] as const);
  const limited =
    own.includes('too-many-commands') || own.includes('too-many-reads')
      ? []
      : (['too-many-requests'] as const);
  return ['not-signed-in', ...stale, ...limited, ...own];
};

/** Makers of requests that read and of those that change something. */
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

/** The answer of a route that succeeds. */
export type RouteAnswer<R> = R extends { readonly answer: infer Answer } ? JsonValue<Answer> : undefined;

/** The parameters of a route's query. */
export type RouteQuery<R> = R extends { readonly query: infer Query } ? JsonValue<Query> : undefined;
