import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Allowance } from '../../kernel/http/rate-limit.ts';
import { toPlace } from '../account/address.ts';
import { hashSecret } from '../account/secret.ts';
import { readClientCredentials } from './client-credentials.ts';
import { formOf } from './forwarded-request.ts';
import type { AuthorizationLimits, LimitName } from './limits.ts';
import { paths } from './paths.ts';
import type { ProviderPages } from './provider-pages.ts';
import type { RequestState } from './request-state.ts';

const { authorization, code_verification, token, revocation, introspection, device_authorization } =
  paths.provider;

/** The limit of each endpoint by address. */
const limitOf: Readonly<Record<string, LimitName>> = {
  [authorization]: 'begin',
  [code_verification]: 'begin',
  [token]: 'address',
  [revocation]: 'address',
  [introspection]: 'address',
  [device_authorization]: 'device',
};

/** The app that a request claims to be from, unauthenticated. */
const claimedApp = (ctx: KoaContextWithOIDC): string | undefined =>
  readClientCredentials({ authorization: ctx.headers.authorization, form: formOf(ctx) })?.clientId;

/**
 * The authenticated app of a request: by its secret, or by a valid code or token of it. Its client id is public and proves
 * nothing, so unauthenticated requests do not count against the limit of an app.
 */
const provenApp = (ctx: KoaContextWithOIDC): string | undefined => {
  const { provenClientId } = ctx.state as RequestState;
  if (provenClientId !== undefined) return provenClientId;
  const { client } = ctx.oidc ?? {};
  if (client === undefined || ctx.status === 401) return undefined;
  const isProven = client.clientAuthMethod !== 'none' || (ctx.path === token && ctx.status === 200);
  return isProven ? client.clientId : undefined;
};

/** What is left to an address (draft-ietf-httpapi-ratelimit-headers). */
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

/** Answers with a page for a browser, else with an OAuth error. */
const refuse = (ctx: KoaContextWithOIDC, pages: LimitDeps['pages'], whose: string, { wait }: Allowance) => {
  const sentence = `Too many requests ${whose}; come back in ${wait} s.`;
  ctx.status = 429;
  ctx.set('retry-after', String(wait));
  if (pagePaths.includes(ctx.path)) pages.renderTooMany(ctx, sentence);
  else ctx.body = { error: 'temporarily_unavailable', error_description: sentence };
};

const slowDown = (ctx: KoaContextWithOIDC) => {
  ctx.status = 400;
  ctx.body = { error: 'slow_down', error_description: 'ask 5 s less often (RFC 8628, 3.5)' };
};

/**
 * Limits the endpoints of the authorization server by address, by app and by device code, before they cost anything. Each
 * node counts separately, so N nodes behind a balancer together accept N times as much.
 */
export const limitRequests =
  ({ limits, pages }: LimitDeps) =>
  async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    const name = ctx.method === 'OPTIONS' ? undefined : limitOf[ctx.path];
    if (name === undefined) return next();
    const { of } = limits;
    const ofAddress = of[name].take(toPlace(ctx.ip));
    setRateLimitHeaders(ctx, limits, name, ofAddress);
    if (!ofAddress.isAllowed) return refuse(ctx, pages, 'from this address', ofAddress);
    const claimed = claimedApp(ctx);
    const ofApp = claimed === undefined ? undefined : of.app.look(claimed);
    if (ofApp?.isAllowed === false) return refuse(ctx, pages, 'of this app', ofApp);
    const deviceCode = ctx.path === token ? formOf(ctx)?.get('device_code') : undefined;
    if (deviceCode != null && !of.poll.take(hashSecret(deviceCode)).isAllowed) return slowDown(ctx);
    await next();
    const proven = provenApp(ctx);
    if (proven !== undefined) of.app.take(proven);
  };
