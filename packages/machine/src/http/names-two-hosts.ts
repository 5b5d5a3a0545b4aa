/**
 * Whether a request names more than one host: two `Host` headers, or one that differs from the `:authority` of HTTP/2. What is
 * in front may then have read another one than we would (RFC 9112, 3.2; RFC 9113, 8.3.1). Takes names and values in turn.
 */
export const namesTwoHosts = (rawHeaders: readonly string[]): boolean => {
  let host: string | undefined;
  let authority: string | undefined;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name === ':authority') authority = rawHeaders[at + 1];
    if (name.length !== 4 || name.toLowerCase() !== 'host') continue;
    if (host !== undefined) return true;
    host = rawHeaders[at + 1];
  }
  return host !== undefined && authority !== undefined && host !== authority;
};
