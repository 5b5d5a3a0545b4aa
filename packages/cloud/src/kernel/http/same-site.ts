import type { FastifyRequest } from 'fastify';
import { isOwnMachine } from './public-url.ts';

/**
 * True if two origins have the same host. All names of this machine count as the same host. The browser has already
 * compared the ports.
 */
const isSameHost = (origin: string, publicUrl: string): boolean => {
  const [one, other] = [URL.parse(origin), new URL(publicUrl)];
  if (one === null) return false;
  return one.hostname === other.hostname || (isOwnMachine(origin) && isOwnMachine(publicUrl));
};

/**
 * True if a request that changes something was sent by a page of this site, according to the browser's
 * `Sec-Fetch-Site`, or `Origin` if that is missing. For the browser, a foreign name that resolves to this machine (DNS
 * rebinding) is the same origin, so the name is also compared. Other clients send neither header, and have no cookies
 * to abuse.
 */
export function isFromSameSite({ headers }: Pick<FastifyRequest, 'headers'>, publicUrl: string): boolean {
  const { origin, 'sec-fetch-site': site } = headers;
  if (site === undefined) return origin === undefined || origin === publicUrl;
  if (site !== 'same-origin' && site !== 'none') return false;
  return origin === undefined || isSameHost(origin, publicUrl);
}
