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
 * Creates a function that sets the headers of every response, unless a route overrides them: no caching, framing,
 * sniffing or loading, and HSTS over https (RFC 6797). They are set on the raw response, so they also apply to routes
 * that hijack it.
 */
export function createSecureHeaders(isSecure: boolean): (answer: ServerResponse) => void {
  const headers = isSecure ? [...always, ['strict-transport-security', 'max-age=31536000'] as const] : always;
  return (answer) => {
    for (const [name, value] of headers) answer.setHeader(name, value);
  };
}
