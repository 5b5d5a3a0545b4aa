/**
 * The parts of a request that can contain hosts: its target, and its headers as a flat list of alternating names and
 * values.
 */
interface HostNames {
  readonly url?: string | undefined;
  readonly rawHeaders: readonly string[];
}

/** Returns the authority in a request target of absolute form (RFC 9112, 3.2.2); `undefined` for other forms. */
export const authorityOf = (target = ''): string | undefined => /^https?:\/\/([^/?#]*)/i.exec(target)?.[1];

/**
 * True if a request contains two hosts: two `Host` headers, or one that differs from the authority of its target or
 * from the `:authority` of HTTP/2. A proxy in front may then have used another host than we would (RFC 9112, 3.2;
 * RFC 9113, 8.3.1).
 */
export function namesTwoHosts({ url, rawHeaders }: HostNames): boolean {
  let host: string | undefined;
  let authority = authorityOf(url);
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name === ':authority') authority = rawHeaders[at + 1];
    if (name.length !== 4 || name.toLowerCase() !== 'host') continue;
    if (host !== undefined) return true;
    host = rawHeaders[at + 1];
  }
  return host !== undefined && authority !== undefined && host.toLowerCase() !== authority.toLowerCase();
}
