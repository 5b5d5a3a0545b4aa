import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * A cookie for this site only. Scripts cannot read it unless it is made for them. Browsers send it when following a
 * link from another site, but not with a form or request from another site (RFC 6265bis, 5.8.3). With https, its name
 * prevents other hosts of the domain from setting it (RFC 6265bis, 4.1.3.2).
 */
export interface Cookie {
  read(request: Pick<FastifyRequest, 'headers'>): string | undefined;
  set(reply: FastifyReply, value: string, seconds: number): void;
  clear(reply: FastifyReply): void;
}

/** Returns the value of a cookie in a `Cookie` header, or undefined if it is missing or occurs twice. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  const values = (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  return values.length === 1 ? values[0] : undefined;
}

export function createCookie(name: string, isSecure: boolean, { isForPages = false } = {}): Cookie {
  const fullName = isSecure ? `__Host-${name}` : name;
  const attributes = `Path=/;${isForPages ? '' : ' HttpOnly;'} SameSite=Lax${isSecure ? '; Secure' : ''}`;
  const write = (reply: FastifyReply, value: string, seconds: number) =>
    void reply.header('set-cookie', `${fullName}=${value}; Max-Age=${seconds}; ${attributes}`);
  return {
    read: ({ headers }) => readCookie(headers.cookie, fullName),
    set: write,
    clear: (reply) => write(reply, '', 0),
  };
}
