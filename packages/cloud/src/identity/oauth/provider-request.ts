import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';

/** What oidc-provider is to see of a request in place of what arrived. */
export interface Seen {
  readonly publicUrl: string;
  /** The body as a form, already read; left out where there is none. */
  readonly form?: URLSearchParams | undefined;
  /** Path and query, where they are to be others. */
  readonly url?: string;
}

/**
 * A request as oidc-provider is to see it: sent to the public address whatever its `Host` says (links and cookies are made
 * from it), from the address the balancer named, with the body as a form.
 */
export const toProviderRequest = (
  request: FastifyRequest,
  { publicUrl, form, url }: Seen,
): IncomingMessage => {
  const { host, protocol } = new URL(publicUrl);
  const body = form === undefined ? undefined : Buffer.from(form.toString());
  const { 'content-type': _, 'content-length': __, 'transfer-encoding': ___, ...headers } = request.headers;
  const seen = Object.create(request.raw, {
    headers: {
      value: {
        ...headers,
        host,
        'x-forwarded-host': host,
        'x-forwarded-proto': protocol.slice(0, -1),
        'x-forwarded-for': request.ip,
        ...(body !== undefined && {
          'content-type': 'application/x-www-form-urlencoded',
          'content-length': `${body.length}`,
        }),
      },
    },
    url: { value: url ?? request.raw.url, writable: true },
    form: { value: form },
    readable: { value: true },
    readableEncoding: { value: null },
    iterator: {
      value: async function* () {
        if (body !== undefined) yield body;
      },
    },
  });
  return seen as IncomingMessage;
};
