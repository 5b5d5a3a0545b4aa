import type { Field, Fields, ObjectField, RecordField } from '../field/field.ts';
import { record } from '../field/make.ts';
import type { Value } from '../field/value.ts';
import type { AnswerValue } from './answer.ts';
import type { ConsoleRefusalCode } from './refusals.ts';

type AnyRecord = RecordField<Fields, string>;

/** A request that the browser application of a cloud makes, in JSON. */
export interface Route {
  readonly method: 'get' | 'post';
  /** With the names of its parameters in braces. */
  readonly path: string;
  readonly summary: string;
  /** Who may send it. A POST of somebody signed in carries the form token of the session. */
  readonly caller: 'anyone' | 'signed-in';
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

/** What the definition of a route says beside its method and path. */
interface About {
  readonly summary: string;
  readonly query?: AnyRecord;
  readonly body?: AnyRecord | ObjectField;
  readonly status?: 201;
  readonly answer?: unknown;
  readonly isStream?: true;
  /** Those that a request of anyone, or of anyone signed in, does not get anyway. */
  readonly refusals?: readonly ConsoleRefusalCode[];
}

/** A route with the types of its own definition. */
type Defined<Path, A> = Omit<Route, 'path' | 'body' | 'answer' | 'query'> & {
  readonly path: Path;
} & Pick<A, keyof A & ('body' | 'answer' | 'query')>;

const nothing = record('nothing', {});

const define =
  (
    { method, caller }: Pick<Route, 'method' | 'caller'>,
    { body, refusals }: { body?: AnyRecord; refusals: readonly ConsoleRefusalCode[] },
  ) =>
  <const Path extends string, const A extends About>(path: Path, about: A): Defined<Path, A> => ({
    method,
    path,
    caller,
    status: about.answer === undefined && about.isStream === undefined ? 204 : 200,
    ...(body !== undefined && { body }),
    ...about,
    refusals: [...refusals, ...(about.refusals ?? [])],
  });

/** A request that reads, by somebody signed in. */
export const get = define({ method: 'get', caller: 'signed-in' }, { refusals: ['not-signed-in'] });

/** A request that reads, by anyone. */
export const getOfAnyone = define({ method: 'get', caller: 'anyone' }, { refusals: [] });

/** A request that changes something, by somebody signed in. */
export const post = define(
  { method: 'post', caller: 'signed-in' },
  { body: nothing, refusals: ['not-signed-in', 'form-stale'] },
);

/** A request that changes something, by anyone at a page of the cloud. */
export const postOfAnyone = define(
  { method: 'post', caller: 'anyone' },
  { body: nothing, refusals: ['form-stale'] },
);

/** The parameters of a path. */
export type PathParameters<Path> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [Key in Name]: string } & PathParameters<Rest>
  : unknown;

/** The body of a route's requests. */
export type RouteBody<R> = R extends { readonly body: infer Body } ? Value<Body> : undefined;

/** What a route answers when it succeeds. */
export type RouteAnswer<R> = R extends { readonly answer: infer Answer } ? AnswerValue<Answer> : undefined;

/** The parameters of a route's query. */
export type RouteQuery<R> = R extends { readonly query: infer Query } ? Value<Query> : undefined;
