import type { Field, Fields, ObjectField, RecordField } from '../field/field.ts';
import { record } from '../field/make.ts';
import type { Value } from '../field/value.ts';
import type { JsonValue } from './json-value.ts';
import type { ConsoleRefusalCode } from './refusals.ts';

type AnyRecord = RecordField<Fields, string>;

/**
 * Who may send a request: anyone; anyone at a page of this cloud; somebody signed in, and a POST then carries the form
 * token of the session.
 */
export type RouteCaller = 'anyone' | 'own-page' | 'signed-in';

/** A request that the browser application of a cloud makes, in JSON. */
export interface ConsoleRoute {
  readonly method: 'get' | 'post';
  /** With the names of its parameters in braces. */
  readonly path: string;
  readonly summary: string;
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
  readonly answer?: unknown;
  readonly isStream?: true;
  /** Those that follow from its caller are added. */
  readonly refusals?: readonly ConsoleRefusalCode[];
}

/** A route with the types of its own definition. */
type Defined<Path, A> = Omit<ConsoleRoute, 'path' | 'caller' | 'body' | 'answer' | 'query'> & {
  readonly path: Path;
  readonly caller: A extends { readonly caller: infer C extends RouteCaller } ? C : 'signed-in';
} & Pick<A, keyof A & ('body' | 'answer' | 'query')>;

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

const define = <Path extends string, A extends About>(
  method: ConsoleRoute['method'],
  path: Path,
  about: A,
): Defined<Path, A> => {
  const { caller = 'signed-in', answer, isStream, refusals = [] } = about;
  const route = {
    method,
    path,
    status: answer === undefined && isStream === undefined ? 204 : 200,
    ...(method === 'post' && { body: nothing }),
    ...about,
    caller,
    refusals: refusalsOf(method, caller, refusals),
  };
  return route as unknown as Defined<Path, A>;
};

/** A request that reads. */
export const get = <const Path extends string, const A extends About>(path: Path, about: A) =>
  define('get', path, about);

/** A request that changes something. */
export const post = <const Path extends string, const A extends About>(path: Path, about: A) =>
  define('post', path, about);

/** The parameters of a path. */
export type PathParameters<Path> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [Key in Name]: string } & PathParameters<Rest>
  : unknown;

/** The body of a route's requests. */
export type RouteBody<R> = R extends { readonly body: infer Body } ? Value<Body> : undefined;

/** The answer of a route that succeeds. */
export type RouteAnswer<R> = R extends { readonly answer: infer Answer } ? JsonValue<Answer> : undefined;

/** The parameters of a route's query. */
export type RouteQuery<R> = R extends { readonly query: infer Query } ? JsonValue<Query> : undefined;
