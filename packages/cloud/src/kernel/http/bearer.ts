import type { IncomingHttpHeaders } from 'node:http';

/** The access token of a request (RFC 6750, 2.1): in its header, nowhere else; undefined where there is none. */
export const bearerOf = ({ headers }: { readonly headers: IncomingHttpHeaders }): string | undefined =>
  /^Bearer +([\w.~+/-]+=*) *$/i.exec(headers.authorization ?? '')?.[1];
