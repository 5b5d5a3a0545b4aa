import { openPageSession } from '../session/open-page-session.ts';
import type { ConsoleSession } from '../session/session.ts';
import { type CloudSourceDeps, createCloudSource } from './cloud-source.ts';
import type { Source } from './source.ts';

/**
 * Creates the source of a house at the cloud that served the page, and the session that accesses the house. The page of
 * a bridge does not load this module, because it needs neither.
 */
export function openCloud(
  systemId: string,
  { fetch, degrees }: Pick<CloudSourceDeps, 'fetch' | 'degrees'>,
): { readonly session: ConsoleSession; readonly source: Source } {
  const session = openPageSession();
  return { session, source: createCloudSource(systemId, { session, fetch, degrees }) };
}
