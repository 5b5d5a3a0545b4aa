import { isIP } from 'node:net';
import { ok, type Result, refuseUrl, type UrlRefusal, type UrlRefusalCode } from '@plenum/protocol/refusal';
import { type AddressPolicy, forbiddenRangeOf } from './forbidden-range.ts';

const maxLength = 2_000;

/** Returns the IP address in a URL; `undefined` if the URL has a host name. */
export function addressLiteralOf({ hostname }: URL): string | undefined {
  // A URL normalizes every spelling of an IPv4 address (hex, octal, one number) to four decimals (WHATWG URL, 3.5).
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return isIP(bare) === 0 ? undefined : bare;
}

/** RFC 6761, 6.3: `localhost` and names below it are this machine, even if DNS returns another address. */
export const isLocalhost = ({ hostname }: URL): boolean => /(^|\.)localhost\.?$/.test(hostname);

/**
 * Checks a URL to which messages are to be sent, such as that of an endpoint, and returns it normalized. The host name
 * is not resolved before the first message is sent.
 */
export function checkUrl(input: string, { isDevelopment }: AddressPolicy): Result<string, UrlRefusal> {
  const no = (code: UrlRefusalCode, facts = {}) => refuseUrl(code, { path: ['url'], input, facts });
  if (input.length > maxLength) return no('url-too-long', { most: maxLength });
  const url = URL.parse(input);
  if (url === null || !/^https?:$/.test(url.protocol)) return no('url-malformed');
  if (url.protocol === 'http:' && !isDevelopment) return no('url-not-https');
  if (url.username !== '' || url.password !== '') return no('url-with-credentials');
  if (url.href.includes('#')) return no('url-with-fragment');
  const literal = addressLiteralOf(url);
  const host = literal ?? url.hostname;
  const range =
    literal === undefined
      ? isLocalhost(url) && !isDevelopment && 'loopback'
      : forbiddenRangeOf(literal, { isDevelopment });
  return range ? no('address-forbidden', { host, range }) : ok(url.href);
}
