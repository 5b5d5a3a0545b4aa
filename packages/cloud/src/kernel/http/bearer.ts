import type { IncomingHttpHeaders } from 'node:http';

/**
 * Returns the access token in the header of a request (RFC 6750, 2.1), or undefined if there is none. Tokens elsewhere
 * are ignored.
 */
export const bearerOf = ({ headers }: { readonly headers: IncomingHttpHeaders }): string | undefined =>
  /^Bearer +([\w.~+/-]+=*) *$/i.exec(headers.authorization ?? '')?.[1];
