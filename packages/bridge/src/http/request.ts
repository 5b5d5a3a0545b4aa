import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { parse } from 'node:querystring';
import type { QueryTexts } from '@plenum/protocol/endpoint';
import type { Body } from './body.ts';

/** A request of a client, as routes read it. */
export interface HttpRequest {
  readonly raw: IncomingMessage;
  readonly method: string;
  /** Its target, with the query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** The address of the client; empty where it is gone. */
  readonly ip: string;
  readonly query: QueryTexts;
  /** What stands for `:name` or `*` in the path of its route. */
  readonly param: string;
  /** Its body, where it has one and that is read. */
  body?: Body;
}

/** A class, so that the query is only parsed for routes that read it. */
class RoutedRequest implements HttpRequest {
  readonly raw: IncomingMessage;
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly param: string;
  body?: Body;

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
