import { oauthPaths, ownScopes } from '@plenum/protocol/cloud';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { ownGrant } from '../app/client.ts';
import { formOf } from '../forwarded-request.ts';

const description = `scope must be ${Object.keys(ownScopes).join(' or ')}`;

/** True if a text consists of scopes that an app can have for itself. */
const isOwn = (scope: string): boolean => {
  const asked = scope.split(' ').filter((name) => name !== '');
  return asked.length > 0 && asked.every((name) => Object.hasOwn(ownScopes, name));
};

/** Refuses the scopes of users to an app that asks for a token for itself. */
export async function checkOwnScope(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  const form = ctx.path === oauthPaths.provider.token ? formOf(ctx) : undefined;
  if (form?.get('grant_type') !== ownGrant || isOwn(form.get('scope') ?? '')) return next();
  ctx.status = 400;
  ctx.body = { error: 'invalid_scope', error_description: description };
}
