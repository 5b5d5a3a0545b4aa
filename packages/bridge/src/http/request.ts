import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { parse } from 'node:querystring';
import type { QueryTexts } from '@plenum/protocol/endpoint';
import type { Body } from './body.ts';

/** A client's request as routes see it. */
export interface HttpRequest {
  readonly raw: IncomingMessage;
  readonly method: string;
  /** Target of the request, with the query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** Address of the client; empty if it has disconnected. */
  readonly ip: string;
  readonly query: QueryTexts;
  /** The part of the path that matched `:name` or `*` in its route. */
  readonly param: string;
  /** Body of the request, if there is one and it was read. */
  body?: Body;
  /** Start of the request, in ms by a monotonic clock; 0 if the bridge does not list its requests. */
  startedAt: number;
}

/** A class with a getter, so that the query is only parsed for routes that use it. */
class RoutedRequest implements HttpRequest {
  readonly raw: IncomingMessage;
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly param: string;
  body?: Body;
  startedAt = 0;

  constructor(raw: IncomingMessage, param: string) {
    this.raw = raw;
    this.method = raw.method!;
    this.url = raw.url!;
    this.headers = raw.headers;
    this.param = param;
  }

  get ip(): string {
    return this.raw.socket.remoteAddress ?? '';
  }

  get query(): QueryTexts {
    const at = this.url.search(/[?#]/);
    return at === -1 ? {} : parse(this.url.slice(at + 1));
  }
}

export const toHttpRequest = (raw: IncomingMessage, param: string): HttpRequest =>
  new RoutedRequest(raw, param);
