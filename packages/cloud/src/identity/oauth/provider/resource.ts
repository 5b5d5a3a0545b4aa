import { oauthPaths } from '@plenum/protocol/cloud';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { formOf } from '../forwarded-request.ts';
import { errors } from '../oidc-library.ts';

const description = 'the tokens of this cloud are valid only at this cloud';

/**
 * True if the resource of a token request (RFC 8707, 2) is at this cloud, because its tokens are valid nowhere else.
 */
const isOwn = (resource: string, publicUrl: string): boolean => {
  const parsed = URL.parse(resource);
  return parsed !== null && parsed.origin === publicUrl && parsed.hash === '';
};

/**
 * Checks the parameter `resource` of an authorization request. If it identifies another server, that server led the
 * client here and would receive the tokens (decisions/036).
 */
export const createResourceParameter =
  (publicUrl: string) =>
  (_: KoaContextWithOIDC, resource: unknown): void => {
    if (typeof resource === 'string' && !isOwn(resource, publicUrl))
      throw new errors.InvalidTarget(description);
  };

/** Refuses a token request for a resource of another server. */
export const refuseForeignResources =
  (publicUrl: string) =>
  async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    const asked = ctx.path === oauthPaths.provider.token ? (formOf(ctx)?.getAll('resource') ?? []) : [];
    if (asked.every((resource) => isOwn(resource, publicUrl))) return next();
    ctx.status = 400;
    ctx.body = { error: 'invalid_target', error_description: description };
  };
