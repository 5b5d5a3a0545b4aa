import type { ServerResponse } from 'node:http';
import { type Dialect, toWord } from '@plenum/protocol/dialect';
import type { BridgeEndpoint } from '@plenum/protocol/endpoint';
import type { Answer } from './answer.ts';
import type { HttpRequest } from './request.ts';

/** A method and path that the bridge serves. */
interface Endpoint {
  readonly path: string;
  /** Name of its requests in the counters. */
  readonly endpoint: string;
  /** True to serve it without the access key. */
  readonly isOpen?: boolean;
}

/** An endpoint that returns its response. */
export interface Route extends Endpoint {
  readonly method: 'GET' | 'HEAD' | 'POST';
  readonly handle: (request: HttpRequest) => Answer | Promise<Answer>;
}

/** An endpoint whose response takes long, so its requests are queued. */
export interface ReadRoute extends Endpoint {
  readonly method: 'GET';
  readonly read: (request: HttpRequest) => Answer | Promise<Answer>;
}

/** An endpoint that takes over the connection, reads the body and writes the response itself. */
export interface StreamRoute extends Endpoint {
  readonly method: 'GET' | 'POST';
  readonly stream: (request: HttpRequest, response: ServerResponse) => void | Promise<void>;
}

/** Returns a path in neutral words and, if different, in those of the dialect. Both are served. */
export const pathsOf = (path: string, dialect: Dialect): string[] => [
  ...new Set([path, toWord(dialect, 'paths', path)]),
];

/** Returns the members of a route for an endpoint that the bridge adds to the interface. */
export const servedAt = <Method extends 'get' | 'post'>({
  method,
  path,
  counted,
  isOpen,
}: Pick<BridgeEndpoint, 'path' | 'counted' | 'isOpen'> & { readonly method: Method }) => ({
  method: method.toUpperCase() as Uppercase<Method>,
  path,
  endpoint: counted,
  ...(isOpen && { isOpen }),
});
