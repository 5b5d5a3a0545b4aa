import { generateKeyPairSync } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import { oauthPaths, ownScopes } from '@plenum/protocol/cloud';
import type { Configuration, ErrorOut, JWKS, KoaContextWithOIDC } from 'oidc-provider';
import type { Store } from '../../../kernel/database/store.ts';
import { logFailure } from '../../../kernel/failure/log-failure.ts';
import type { Log } from '../../../kernel/log/log.ts';
import type { Accounts } from '../../account/accounts.ts';
import type { Browsers } from '../../account/browser.ts';
import type { Apps } from '../app/apps.ts';
import { isOriginOf, pkceMember, testKeysMember } from '../app/client.ts';
import type { Registrations } from '../app/registrations.ts';
import { toDeviceInfo } from '../device/device-info.ts';
import type { AuthorizationLimits } from '../limits.ts';
import { errors, interactionPolicy, Provider } from '../oidc-library.ts';
import type { ProviderStorage } from '../provider-storage.ts';
import { toCloudTime } from '../provider-time.ts';
import { scopes } from '../scope.ts';
import { lifetimeSeconds } from '../token/lifetimes.ts';
import { mayAllow, readDeveloper } from '../token/test-mode.ts';
import { limitGrants, limitRequests } from './limit-requests.ts';
import { checkOwnScope } from './own-scope.ts';
import type { ProviderPages } from './provider-pages.ts';
import { answerRepeatedRefresh } from './refresh-answers.ts';
import type { RequestState } from './request-state.ts';
import { runInTransaction } from './request-transaction.ts';
import { createResourceParameter, refuseForeignResources } from './resource.ts';

interface ProviderDeps {
  readonly store: Store;
  readonly storage: ProviderStorage;
  readonly accounts: Accounts;
  readonly browsers: Browsers;
  readonly apps: Apps;
  readonly registrations: Registrations | undefined;
  readonly limits: AuthorizationLimits;
  readonly pages: ProviderPages;
  readonly publicUrl: string;
  readonly now: () => number;
  readonly log: Log;
}

/**
 * oidc-provider requires a signing key although nothing is signed here: tokens are opaque, and there are no id tokens.
 * The key is not published, so a new one is generated at each start.
 */
const createUnusedKey = (): JWKS => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' } as JWKS['keys'][0]] };
};

/**
 * True if the developer who is signed in has just chosen a test user for the test keys of the request. Every
 * authorization of test keys asks for one.
 */
const isTestUserChosen = async (
  { state, oidc }: KoaContextWithOIDC,
  developerId: string,
): Promise<boolean> => {
  const { db } = (state as RequestState).tx!;
  const accountId = oidc.result?.login?.accountId;
  if (accountId === undefined || oidc.session!.accountId !== accountId) return false;
  const isAllowed = await mayAllow(db, { accountId, clientId: oidc.client!.clientId });
  return isAllowed && (await readDeveloper(db, accountId)) === developerId;
};

/**
 * Decides when a person must act. People sign in unless the browser is signed in to the same account. They always
 * consent, because `loadExistingGrant` finds no earlier consent. Each consent is therefore a separate grant, whose
 * token family is revoked together.
 */
const createPolicy = ({ browsers }: ProviderDeps) => {
  const policy = interactionPolicy.base();
  const login = policy.get('login')!.checks;
  login.add(
    new interactionPolicy.Check('signed_in', 'sign-in is required', async (ctx) => {
      const session = await browsers.findSession((ctx.state as RequestState).tx!.db, ctx.req);
      const isDone =
        ctx.oidc.client![testKeysMember] === true
          ? session !== undefined && (await isTestUserChosen(ctx, session.account.id))
          : session !== undefined && session.account.id === ctx.oidc.session!.accountId;
      if (isDone) return false;
      // The browser was signed in to another account before. This authorization must not use any of its data.
      if (ctx.oidc.session!.accountId !== undefined) {
        delete ctx.oidc.session!.accountId;
        ctx.oidc.session!.authorizations = {};
      }
      return true;
    }),
  );
  login.add(
    new interactionPolicy.Check('scope', 'a scope is required', async (ctx) => {
      const { requestParamOIDCScopes: asked } = ctx.oidc;
      if (Object.keys(ownScopes).some((own) => asked.has(own)))
        throw new errors.InvalidScope(
          'an app gets this scope only for itself, with its own credentials',
          String(ctx.oidc.params!.scope ?? ''),
        );
      // A read-only scope such as `history` is useless without the components, which identify the houses.
      if (asked.size > 0 && !(asked.has('history') && !asked.has(scopes[0]!))) return false;
      throw new errors.InvalidScope(`scope must include ${scopes[0]}`, String(ctx.oidc.params!.scope ?? ''));
    }),
    0,
  );
  login.add(
    new interactionPolicy.Check('redirect_uri', 'a registered redirect URI is required', (ctx) => {
      const { client, params } = ctx.oidc;
      // The redirect URI may have been removed while the owner was reading the page. oidc-provider compares it only
      // before that.
      const isGone =
        params!.redirect_uri !== undefined && !client!.redirectUriAllowed(String(params!.redirect_uri));
      if (isGone) throw new errors.InvalidRedirectUri();
      return false;
    }),
    0,
  );
  return policy;
};

/** Explains when a redirect URI may be omitted, because oidc-provider only reports that it is missing. */
const explainMissing = ({ oidc }: KoaContextWithOIDC, out: ErrorOut): ErrorOut => {
  const count = oidc?.client?.redirectUris?.length ?? 0;
  if (count < 2 || oidc.params?.redirect_uri !== undefined) return out;
  const why = `the app has ${count} redirect URIs, so the request has to name one of them in redirect_uri`;
  return { ...out, error_description: `${out.error_description}: ${why}` };
};

const createConfiguration = (deps: ProviderDeps): Configuration => ({
  adapter: deps.storage.adapter,
  jwks: createUnusedKey(),
  scopes: [...scopes, ...Object.keys(ownScopes)],
  responseTypes: ['code'],
  clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
  clientDefaults: { id_token_signed_response_alg: 'ES256' },
  enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
  extraClientMetadata: { properties: [pkceMember, testKeysMember] },
  pkce: { required: (_, client) => client[pkceMember] === true },
  extraParams: { resource: createResourceParameter(deps.publicUrl) },
  routes: oauthPaths.provider,
  cookies: {
    names: {
      // Over https no other host of the domain can plant this cookie (RFC 6265bis, 4.1.3.2). The other cookies have
      // narrower paths.
      session: deps.publicUrl.startsWith('https:') ? '__Host-plenum_way' : 'plenum_way',
      interaction: 'plenum_interaction',
      resume: 'plenum_resume',
    },
    long: { httpOnly: true, sameSite: 'lax', overwrite: true },
    short: { httpOnly: true, sameSite: 'lax', overwrite: true },
  },
  clientBasedCORS: (_, origin, client) =>
    client.clientAuthMethod === 'none' && isOriginOf(client.redirectUris ?? [], origin),
  interactions: {
    policy: createPolicy(deps),
    url: (_, interaction) => oauthPaths.interaction(interaction.uid),
  },
  loadExistingGrant: async (ctx) => {
    const grantId = ctx.oidc.result?.consent?.grantId;
    return grantId === undefined ? undefined : ctx.oidc.provider.Grant.find(grantId);
  },
  findAccount: async (ctx, accountId) => {
    const account = await deps.accounts.find((ctx.state as RequestState).tx!.db, accountId);
    return account && { accountId, claims: () => ({ sub: accountId }) };
  },
  expiresWithSession: () => false,
  issueRefreshToken: async (_, client) => client.grantTypeAllowed('refresh_token'),
  rotateRefreshToken: true,
  revokeGrantPolicy: () => true,
  renderError: (ctx, out) => deps.pages.renderError(ctx, explainMissing(ctx, out)),
  ttl: {
    AccessToken: (_, token) =>
      token.gty === 'device_code' ? lifetimeSeconds.pairingToken : lifetimeSeconds.accessToken,
    AuthorizationCode: lifetimeSeconds.code,
    ClientCredentials: lifetimeSeconds.accessToken,
    DeviceCode: lifetimeSeconds.deviceCode,
    Grant: lifetimeSeconds.freshGrant,
    Interaction: lifetimeSeconds.interaction,
    RefreshToken: lifetimeSeconds.refreshToken,
    Session: lifetimeSeconds.session,
  },
  features: {
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    resourceIndicators: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    userinfo: { enabled: false },
    clientCredentials: { enabled: true },
    deviceFlow: {
      enabled: true,
      charset: 'base-20',
      mask: '****-****',
      deviceInfo: (ctx) => ({ ...toDeviceInfo(ctx) }),
      ...deps.pages.device,
    },
    introspection: {
      enabled: true,
      allowedPolicy: (_, client, token) => token.clientId === client.clientId,
    },
    revocation: {
      enabled: true,
      allowedPolicy: (_, client, token) => token.clientId === client.clientId,
    },
  },
});

/** Members of the provider's metadata that are part of OAuth (RFC 8414, 2). The others are part of OpenID Connect. */
const published = [
  'issuer',
  'authorization_endpoint',
  'token_endpoint',
  'revocation_endpoint',
  'introspection_endpoint',
  'device_authorization_endpoint',
  'response_types_supported',
  'grant_types_supported',
  'token_endpoint_auth_methods_supported',
  'code_challenge_methods_supported',
  'authorization_response_iss_parameter_supported',
];

const publishMetadata =
  ({ publicUrl, registrations }: ProviderDeps) =>
  async (ctx: KoaContextWithOIDC, next: () => Promise<void>) => {
    await next();
    if (ctx.path !== oauthPaths.metadata || ctx.status !== 200) return;
    const whole = ctx.body as Record<string, unknown>;
    const methods = whole.token_endpoint_auth_methods_supported;
    ctx.body = {
      ...Object.fromEntries(published.map((name) => [name, whole[name]])),
      ...(registrations && { registration_endpoint: `${publicUrl}${oauthPaths.registration}` }),
      scopes_supported: [...scopes, ...Object.keys(ownScopes)],
      response_modes_supported: ['query'],
      revocation_endpoint_auth_methods_supported: methods,
      introspection_endpoint_auth_methods_supported: methods,
    };
  };

/**
 * Responds to a revocation with an empty JSON object. The response has no content by RFC 7009, 2.2, but every other
 * response to an app is JSON too.
 */
const answerRevocation = async (ctx: KoaContextWithOIDC, next: () => Promise<void>) => {
  await next();
  if (ctx.path === oauthPaths.provider.revocation && ctx.status === 200 && ctx.method === 'POST')
    ctx.body = {};
};

/** Answers an introspection (RFC 7662, 2.2) with instants in the time of this cloud. */
const answerIntrospection =
  ({ now }: ProviderDeps) =>
  async (ctx: KoaContextWithOIDC, next: () => Promise<void>) => {
    await next();
    const isFound = ctx.path === oauthPaths.provider.introspection && ctx.status === 200;
    if (isFound) ctx.body = toCloudTime(ctx.body as Readonly<Record<string, unknown>>, now);
  };

/** Creates the authorization server: oidc-provider, configured for this cloud. */
export function createProvider(deps: ProviderDeps): Provider {
  const provider = new Provider(deps.publicUrl, createConfiguration(deps));
  // Redirect URIs are checked when they are registered. The check of oidc-provider, which is disabled here, would allow
  // either web URLs or custom schemes, but not both.
  // `Schema` is not in the types of the library.
  const { Schema } = provider.Client as unknown as { Schema: { prototype: object } };
  Object.assign(Schema.prototype, {
    redirectUris: () => {},
  });
  provider.proxy = true;
  provider.silent = true;
  // The types of oidc-provider describe a context without what it adds to each request.
  for (const layer of [
    publishMetadata(deps),
    answerRevocation,
    answerIntrospection(deps),
    limitRequests(deps),
    refuseForeignResources(deps.publicUrl),
    checkOwnScope,
    runInTransaction(deps),
    limitGrants(deps),
    answerRepeatedRefresh(deps),
  ])
    provider.use(layer);
  const failed = (error: unknown, route?: string) =>
    logFailure(deps.log, { route, error }, 'an authorization request failed');
  provider.on('server_error', (ctx, error) => {
    (ctx.state as RequestState).failed = error;
    failed(error, ctx.oidc?.route);
  });
  (provider as EventEmitter).on('error', (error) => failed(error));
  return provider;
}
