import { Resolver } from 'node:dns/promises';
import { isLocalhost } from './check-url.ts';

/**
 * Resolves the host of a URL to its addresses, or to none if the name does not exist. Throws if no DNS server answers.
 */
export type ResolveHost = (url: URL) => Promise<readonly string[]>;

/** Error codes for names without an address. After any other error, a name may still have one. */
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
 * Creates a resolver that sends DNS queries instead of calling `getaddrinfo`. `getaddrinfo` blocks one of the four
 * threads that the process shares, so a few names with unresponsive servers would delay everything else. By default,
 * `servers` are those of the system.
 */
export function createHostResolver({ servers }: { servers?: readonly string[] } = {}): ResolveHost {
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
}
