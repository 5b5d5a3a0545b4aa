import type { FastifyRequest } from 'fastify';
import { isOwnMachine } from './public-url.ts';

/** Whether two origins are of one host; the names of this machine are one. The browser has compared their ports. */
const isSameHost = (origin: string, publicUrl: string): boolean => {
  const [one, other] = [URL.parse(origin), new URL(publicUrl)];
  if (one === null) return false;
  return one.hostname === other.hostname || (isOwnMachine(origin) && isOwnMachine(publicUrl));
};

/**
 * Whether a request that changes something was sent by a page of this site, as far as the browser says: by
 * `Sec-Fetch-Site`, by `Origin` where that is missing. A foreign name that resolves to this machine (DNS rebinding) is
 * the same origin to the browser, so the name is compared too. Other clients send neither header, and have no cookies to abuse.
 */
export const isFromSameSite = ({ headers }: Pick<FastifyRequest, 'headers'>, publicUrl: string): boolean => {
  const { origin, 'sec-fetch-site': site } = headers;
  if (site === undefined) return origin === undefined || origin === publicUrl;
  if (site !== 'same-origin' && site !== 'none') return false;
  return origin === undefined || isSameHost(origin, publicUrl);
};
