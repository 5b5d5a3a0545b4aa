import { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { withHashedSecret } from './app/client-credentials.ts';

interface ForwardOptions {
  readonly publicUrl: string;
  /** Path and query, if they differ from the original request. */
  readonly url?: string;
}

/**
 * A request as a reverse proxy would forward it to oidc-provider. It is addressed to the public URL regardless of its
 * `Host`, because links and cookies are made from that URL. It has the client address given by the load balancer, and
 * its body is a form. The provider stores only hashes of the secrets of apps, so the secret in a request is replaced
 * with its hash.
 */
export class ForwardedRequest extends IncomingMessage {
  readonly form: URLSearchParams | undefined;
  /** The user code in the URL (RFC 8628, 3.3.1). */
  readonly userCode: string | undefined;

  constructor(request: FastifyRequest, { publicUrl, url }: ForwardOptions) {
    const { raw, body, query } = request;
    super(raw.socket);
    const { host, protocol } = new URL(publicUrl);
    const { 'content-type': _, 'content-length': __, 'transfer-encoding': ___, ...headers } = raw.headers;
    const given = {
      authorization: headers.authorization,
      // Only a POST has a form. Any other body, for example of a preflight request, is dropped.
      form: raw.method === 'POST' && body instanceof URLSearchParams ? body : undefined,
    };
    const { authorization, form } = withHashedSecret(given);
    const text = form?.toString();
    this.method = raw.method!;
    // HTTP/2 responses have no reason phrase. Koa sets none if it can read the version.
    this.httpVersion = raw.httpVersion;
    this.httpVersionMajor = raw.httpVersionMajor;
    this.httpVersionMinor = raw.httpVersionMinor;
    this.url = url ?? raw.url!;
    this.headers = {
      ...headers,
      ...(authorization !== undefined && { authorization }),
      host,
      'x-forwarded-host': host,
      'x-forwarded-proto': protocol.slice(0, -1),
      'x-forwarded-for': request.ip,
      ...(text !== undefined && {
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': `${Buffer.byteLength(text)}`,
      }),
    };
    this.form = form;
    const { user_code } = query as { user_code?: unknown };
    this.userCode = typeof user_code === 'string' ? user_code : undefined;
    if (text !== undefined && text !== '') this.push(text);
    this.push(null);
    this.complete = true;
  }
}

const forwarded = (ctx: KoaContextWithOIDC): Partial<ForwardedRequest> =>
  ctx.req as Partial<ForwardedRequest>;

/** Returns the body of a request as a form, or `undefined` if it has none. */
export const formOf = (ctx: KoaContextWithOIDC): URLSearchParams | undefined => forwarded(ctx).form;

export const userCodeOf = (ctx: KoaContextWithOIDC): string | undefined => forwarded(ctx).userCode;
