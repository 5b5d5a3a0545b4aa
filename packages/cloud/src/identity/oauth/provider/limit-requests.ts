import { type Allowance, toClientNetwork } from '@plenum/platform';
import { oauthPaths } from '@plenum/protocol/cloud';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { hashSecret } from '../../account/secret.ts';
import { readClientCredentials } from '../app/client-credentials.ts';
import { formOf } from '../forwarded-request.ts';
import type { AuthorizationLimits, LimitName } from '../limits.ts';
import type { ProviderPages } from './provider-pages.ts';
import type { RequestState } from './request-state.ts';

const { authorization, code_verification, token, revocation, introspection, device_authorization } =
  oauthPaths.provider;

/** The limit by address for each endpoint. */
const limitOf: Readonly<Record<string, LimitName>> = {
  [authorization]: 'begin',
  [code_verification]: 'begin',
  [token]: 'address',
  [revocation]: 'address',
  [introspection]: 'address',
  [device_authorization]: 'device',
};

/** True if the address of a request to an endpoint is over its limit. Counts nothing. */
export function isOverLimit(
  { of }: AuthorizationLimits,
  { path = '', address }: { readonly path: string | undefined; readonly address: string },
): boolean {
  const name = limitOf[path];
  return name !== undefined && !of[name].look(toClientNetwork(address)).isAllowed;
}

const credentialsOf = (ctx: KoaContextWithOIDC) =>
  readClientCredentials({ authorization: ctx.headers.authorization, form: formOf(ctx) });

/**
 * Returns the app that authenticated a request with its secret. A client id is public and proves nothing, so requests
 * without the secret count against addresses and consents, never against an app that others also use.
 */
const authenticatedApp = (ctx: KoaContextWithOIDC): string | undefined => {
  const { authenticatedClientId } = ctx.state as RequestState;
  if (authenticatedClientId !== undefined) return authenticatedClientId;
  const { client } = ctx.oidc ?? {};
  return client === undefined || ctx.status === 401 || client.clientAuthMethod === 'none'
    ? undefined
    : client.clientId;
};

/** Sets the headers with an address's remaining quota (draft-ietf-httpapi-ratelimit-headers). */
const setRateLimitHeaders = (
  ctx: KoaContextWithOIDC,
  { rates }: AuthorizationLimits,
  name: LimitName,
  allowance: Allowance,
) => {
  const { rate, burst } = rates[name];
  ctx.set('ratelimit-policy', `"address";q=${burst};w=${Math.ceil(burst / rate)}`);
  ctx.set('ratelimit', `"address";r=${allowance.left};t=${allowance.full}`);
};

const pagePaths: readonly string[] = [authorization, code_verification];

interface LimitDeps {
  readonly limits: AuthorizationLimits;
  readonly pages: Pick<ProviderPages, 'renderTooMany'>;
}

/** Refuses a browser with a page, and other clients with an OAuth error. */
const refuse = (ctx: KoaContextWithOIDC, pages: LimitDeps['pages'], whose: string, { wait }: Allowance) => {
  const sentence = `Too many requests ${whose}; try again in ${wait} s.`;
  ctx.status = 429;
  ctx.set('retry-after', String(wait));
  if (pagePaths.includes(ctx.path)) pages.renderTooMany(ctx, sentence);
  else ctx.body = { error: 'temporarily_unavailable', error_description: sentence };
};

const slowDown = (ctx: KoaContextWithOIDC) => {
  ctx.status = 400;
  ctx.body = { error: 'slow_down', error_description: 'wait 5 s longer between requests (RFC 8628, 3.5)' };
};

/**
 * Limits the endpoints of the authorization server by address, by authenticated app and by device code, before they do
 * any work. Each node counts separately, so N nodes behind a load balancer accept N times as much.
 */
export const limitRequests =
  ({ limits, pages }: LimitDeps) =>
  async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    const name = ctx.method === 'OPTIONS' ? undefined : limitOf[ctx.path];
    if (name === undefined) return next();
    const { of } = limits;
    const ofAddress = of[name].take(toClientNetwork(ctx.ip));
    setRateLimitHeaders(ctx, limits, name, ofAddress);
    if (!ofAddress.isAllowed) return refuse(ctx, pages, 'from this address', ofAddress);
    const claimed = credentialsOf(ctx);
    const ofApp = claimed === undefined ? undefined : of.app.look(claimed.clientId);
    if (ofApp?.isAllowed === false) return refuse(ctx, pages, 'from this app', ofApp);
    const deviceCode = ctx.path === token ? formOf(ctx)?.get('device_code') : undefined;
    if (deviceCode != null && !of.poll.take(hashSecret(deviceCode)).isAllowed) return slowDown(ctx);
    await next();
    const authenticated = authenticatedApp(ctx);
    if (authenticated !== undefined) of.app.take(authenticated);
  };

/**
 * Limits the token requests of one consent of an app without a secret, so that no user of the app uses up the quota of
 * others. Must run after the transaction of the request has found the consent.
 */
export const limitGrants =
  ({ limits, pages }: LimitDeps) =>
  async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    const { grantId } = ctx.state as RequestState;
    if (ctx.path !== token || grantId === undefined || credentialsOf(ctx)?.secret !== undefined)
      return next();
    const allowance = limits.of.grant.take(grantId);
    if (!allowance.isAllowed) return refuse(ctx, pages, 'with this consent', allowance);
    await next();
  };
