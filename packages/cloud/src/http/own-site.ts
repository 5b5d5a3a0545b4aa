import type { FastifyRequest } from 'fastify';

/**
 * Whether a request that changes something was sent by a page of this site, as far as the browser says: by
 * `Sec-Fetch-Site`, by `Origin` where that is missing. What is no browser sends neither, and has no cookies to abuse.
 */
export const isFromOwnSite = ({ headers }: Pick<FastifyRequest, 'headers'>, publicUrl: string): boolean => {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  return headers.origin === undefined || headers.origin === publicUrl;
};
