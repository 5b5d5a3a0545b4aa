import { Resolver } from 'node:dns/promises';
import { isLocalhost } from './check-url.ts';

/**
 * Resolves the host of a URL to its addresses, or to none if the name does not exist. Throws if no DNS server answers.
 */
export type ResolveHost = (url: URL) => Promise<readonly string[]>;

/** Error codes for names that certainly have no address; with any other error that is unknown. */
const noAddress = new Set(['ENOTFOUND', 'ENODATA']);

const orEmpty = async (answer: Promise<string[]>): Promise<string[]> => {
  try {
    return await answer;
  } catch (error) {
    if (noAddress.has((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
};

/**
 * Creates a resolver that queries DNS itself instead of calling `getaddrinfo`, which blocks one of four threads that
 * the whole process shares: a few names with unresponsive servers would delay everything else. `servers` are the
 * system's by default.
 */
export const createHostResolver = ({ servers }: { servers?: readonly string[] } = {}): ResolveHost => {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  if (servers !== undefined) resolver.setServers(servers);
  return async (url) => {
    if (isLocalhost(url)) return ['127.0.0.1', '::1'];
    const { hostname } = url;
    const [v4, v6] = await Promise.allSettled([
      orEmpty(resolver.resolve4(hostname)),
      orEmpty(resolver.resolve6(hostname)),
    ]);
    if (v4.status === 'rejected' && v6.status === 'rejected') throw v4.reason;
    return [v4, v6].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  };
};
