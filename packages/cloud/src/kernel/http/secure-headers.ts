import type { ServerResponse } from 'node:http';

const always: readonly (readonly [string, string])[] = [
  ['x-content-type-options', 'nosniff'],
  ['x-frame-options', 'DENY'],
  ['referrer-policy', 'no-referrer'],
  ['content-security-policy', "default-src 'none'; frame-ancestors 'none'"],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
  ['cache-control', 'no-store'],
];

/**
 * Sets the headers every answer carries, unless a route overrides them: no caching, framing, sniffing or loading.
 * Over https, HSTS is set (RFC 6797). The headers are set on the raw answer, so they also apply to routes that
 * hijack it.
 */
export const createSecureHeaders = (isSecure: boolean): ((answer: ServerResponse) => void) => {
  const headers = isSecure ? [...always, ['strict-transport-security', 'max-age=31536000'] as const] : always;
  return (answer) => {
    for (const [name, value] of headers) answer.setHeader(name, value);
  };
};
