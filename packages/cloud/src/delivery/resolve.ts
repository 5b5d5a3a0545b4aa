import { Resolver } from 'node:dns/promises';
import { isLocalhost } from './check-url.ts';

/** The addresses of a host by name; none where there is no such name. Throws where nobody answers. */
export type Resolve = (url: URL) => Promise<readonly string[]>;

/** Says that the name certainly has no such address; anything else is no answer. */
const empty = new Set(['ENOTFOUND', 'ENODATA']);

const orEmpty = async (answer: Promise<string[]>): Promise<string[]> => {
  try {
    return await answer;
  } catch (error) {
    if (empty.has((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
};

/**
 * Asks DNS itself rather than `getaddrinfo`: that waits in one of four threads the whole process shares, so a few names
 * whose servers are dead would delay everything else. `servers` are those of the system when left out.
 */
export const createResolve = ({ servers }: { servers?: readonly string[] } = {}): Resolve => {
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
