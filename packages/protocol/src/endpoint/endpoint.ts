import type { ShapeValue } from './shape.ts';

/** The definition of an HTTP endpoint: one of a cloud's console, or one that a bridge adds to the interface. */
export interface Endpoint {
  readonly method: 'get' | 'post';
  /** The names of its parameters are in braces. */
  readonly path: string;
  readonly summary: string;
}

/** The members of a definition from which types are derived. */
type Stated = 'query' | 'body' | 'answer' | 'caller' | 'isForApps';

/** An endpoint with the exact types of its definition. */
export type Defined<E extends Endpoint, Method, Path, A> = Omit<E, 'method' | 'path' | Stated> & {
  readonly method: Method;
  readonly path: Path;
} & Pick<A, keyof A & Stated>;

/**
 * Returns functions that define endpoints that read (`get`) and endpoints that change something (`post`). `complete`
 * adds the derived members to a definition.
 */
export function endpointMakers<E extends Endpoint, About extends object>(
  complete: (method: E['method'], path: string, about: About) => E,
) {
  const maker =
    <const Method extends E['method']>(method: Method) =>
    <const Path extends string, const A extends About>(path: Path, about: A) =>
      // `complete` adds derived members and keeps the others, so the exact types of the definition still apply.
      complete(method, path, about) as unknown as Defined<E, Method, Path, A>;
  return { get: maker('get'), post: maker('post') };
}

/** The names of the parameters of a path. */
export type PathParameters<Path> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [Key in Name]: string } & PathParameters<Rest>
  : unknown;

/** The body of an endpoint's requests; undefined if they have none. */
export type BodyOf<E> = E extends { readonly body: infer Body } ? ShapeValue<Body> : undefined;

/** The response of a successful request; undefined if it has none. */
export type AnswerOf<E> = E extends { readonly answer: infer Answer } ? ShapeValue<Answer> : undefined;

/** The query of an endpoint's requests; undefined if they have none. */
export type QueryOf<E> = E extends { readonly query: infer Query } ? ShapeValue<Query> : undefined;

/** Returns the target of a request to a path without parameters, including its query. */
export function toTarget<E extends Endpoint>({ path }: E, query: QueryOf<E>): string {
  const pairs = Object.entries(query ?? {}).map(([key, value]): [string, string] => [key, String(value)]);
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs)}`;
}
