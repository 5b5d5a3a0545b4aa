import { createIdentity, type Identity, type IdentityConfig } from '../identity/identity.ts';
import type { CloudDeps, Mounted } from '../mount.ts';
import { providerPages } from './oauth/provider-pages.ts';
import { createOAuthRoutes } from './oauth/routes.ts';

/** Accounts and the authorization server, with the pages and endpoints of OAuth. */
export const mountIdentity = async (
  deps: Pick<CloudDeps, 'store' | 'publicUrl' | 'clock' | 'log'>,
  config?: IdentityConfig,
): Promise<Identity & Mounted> => {
  const identity = await createIdentity({ ...deps, pages: providerPages }, config);
  return { ...identity, routes: createOAuthRoutes({ ...deps, ...identity }) };
};
