import { isIP } from 'node:net';
import { type ConsoleRefusalCode, type Refused, refuseRequest } from '@plenum/protocol/console';
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
 * Checks the URL that a developer enters for an endpoint. The host name is not resolved before the first message is
 * sent.
 */
export function checkUrl(
  input: string,
  { isDevelopment }: AddressPolicy,
): { readonly url: string } | Refused {
  const no = (code: ConsoleRefusalCode, facts = {}) => refuseRequest(code, { path: ['url'], input, facts });
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
  return range ? no('address-forbidden', { host, range }) : { url: url.href };
}
