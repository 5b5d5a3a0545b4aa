import { createTokenBucket } from '@plenum/platform';
import { limits } from '@plenum/protocol/cloud';
import { actionEnding, type Browser, createBrowser, type Visit } from '@plenum/testbed/form-browser';
import { createAccountRoutes } from '../../api/console/account-routes.ts';
import { createBindRoute } from '../../api/console/bind-route.ts';
import { providerPages } from '../../api/oauth/provider-pages.ts';
import { createOAuthRoutes } from '../../api/oauth/routes.ts';
import type { TestEngine } from '../../fixture/with-store.fixture.ts';
import { createEncryption } from '../../kernel/crypto/encryption.ts';
import { systemRandom } from '../../kernel/crypto/random.ts';
import type { Store, StorePlace } from '../../kernel/database/store.ts';
import { type Log, silent } from '../../kernel/log/log.ts';
import { type Host, type HostConfig, startHost } from '../../start/host.ts';
import { leastCost } from '../account/accounts.fixture.ts';
import type { AccountSession } from '../account/shape.ts';
import { createIdentity, type Identity, type IdentityConfig } from '../identity.ts';
import type { AuthorizationRates } from './limits.ts';
import type { App } from './shape.ts';

/** A listening cloud with accounts and an authorization server. */
export interface TestCloud extends AsyncDisposable {
  readonly url: string;
  readonly place: StorePlace;
  readonly store: Store;
  readonly identity: Identity;
}

export const owner = { email: 'Anna@Example.org', password: 'a quiet house by the sea' } as const;
/** Another person. */
export const bela = { email: 'bela@example.org', password: 'the flat above the bakery' } as const;

/** The redirect URI of test apps. No server listens there, and the test browser does not follow it. */
export const callback = 'https://app.example.org/callback?tenant=7';

/** Settings of a test cloud that differ from the defaults. */
export interface TestCloudConfig extends Partial<Pick<HostConfig, 'clock' | 'publicUrl' | 'trustedProxies'>> {
  readonly rates?: Partial<AuthorizationRates>;
}

/** Adds accounts, an authorization server, and the OAuth pages and endpoints to a host. */
export async function addIdentity(
  { deps, app, modules }: Host,
  config: IdentityConfig = {},
): Promise<Identity> {
  const identity = modules.use(await createIdentity({ ...deps, pages: providerPages }, config));
  await app.register(createOAuthRoutes({ ...deps, ...identity }));
  return identity;
}

export async function startTestCloud(
  engine: TestEngine,
  log: Log = silent,
  { rates, ...config }: TestCloudConfig = {},
): Promise<TestCloud> {
  const stack = new AsyncDisposableStack();
  const { place } = stack.use(await engine.createPlace());
  const cloud = stack.use(
    await startHost({ ...config, store: place, httpPort: 0, log }, async (host) => {
      const identity = await addIdentity(host, {
        rates,
        passwordCost: leastCost,
        encryption: createEncryption([Buffer.alloc(32, 7)], systemRandom),
      });
      const requests = host.modules.use(createTokenBucket(limits.consoleRequests, host.deps.clock));
      const bind = createBindRoute({ ...identity, ...host.deps, requests });
      await host.app.register(createAccountRoutes({ ...identity, ...host.deps, bind }));
      return { identity };
    }),
  );
  return {
    url: `http://127.0.0.1:${cloud.http.port}`,
    place,
    store: cloud.store,
    identity: cloud.identity,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

export async function signUp(
  { identity }: TestCloud,
  credentials: { email: string; password: string } = owner,
): Promise<AccountSession> {
  const outcome = await identity.accounts.signUp(credentials, '192.0.2.1');
  if (!outcome.ok) throw new Error(outcome.refusal.code);
  return outcome.value;
}

/** Creates an app and its own developer. Returns the app and its secret. */
export async function createApp(
  cloud: TestCloud,
  draft: { name?: string; redirectUri?: string; confidential?: boolean; pkceRequired?: boolean } = {},
): Promise<{ app: App; secret: string | undefined }> {
  const email = `dev-${crypto.randomUUID()}@example.org`;
  const { account } = await signUp(cloud, { email, password: 'develop and deploy' });
  const made = await cloud.identity.authorization.apps.create(
    {
      ownerAccountId: account.id,
      name: 'Evening Lights',
      redirectUri: callback,
      confidential: false,
      pkceRequired: false,
      ...draft,
    },
    '192.0.2.1',
  );
  if (!made.ok) throw new Error(made.refusal.code);
  return made.value;
}

/** Starts a cloud in which the owner has an account, with an app. */
export async function startCloudWithApp(engine: TestEngine, draft?: Parameters<typeof createApp>[1]) {
  const cloud = await startTestCloud(engine);
  await signUp(cloud);
  return { ...cloud, ...(await createApp(cloud, draft)) };
}

/** Adds or removes a redirect URI of an app. Returns the changed app. */
export async function changeRedirectUri(
  { identity }: Pick<TestCloud, 'identity'>,
  how: 'addRedirectUri' | 'removeRedirectUri',
  { clientId, ownerAccountId }: App,
  redirectUri: string,
): Promise<App> {
  const owner = { accountId: ownerAccountId!, address: '192.0.2.1' };
  const changed = await identity.authorization.apps[how]({ clientId, redirectUri, owner });
  if (!changed?.ok) throw new Error(changed?.refusal.code ?? 'no such app');
  return changed.value;
}

/** Builds the URL of an authorization request as in interface 5.1. */
export const toLoginUrl = (
  cloud: TestCloud,
  { clientId, redirectUris: [redirectUri] }: App,
  more: Record<string, string> = {},
) =>
  `${cloud.url}/login?${new URLSearchParams({
    client_id: clientId,
    scope: 'query-control',
    state: 'state-1',
    response_type: 'code',
    redirect_uri: redirectUri!,
    ...more,
  })}`;

export const signInOn = (
  browser: Browser,
  page: Visit,
  credentials: { email: string; password: string } = owner,
) => browser.send(page, { action: actionEnding(page, '/sign-in'), fields: credentials });

export const answerOn = (browser: Browser, page: Visit, answer: 'allow' | 'refuse') =>
  browser.send(page, { action: actionEnding(page, '/consent'), fields: { answer } });

/** Signs in and allows the app in a new browser. Returns the URL to which the browser is redirected. */
export async function allow(
  cloud: TestCloud,
  url: string,
  browser: Browser = createBrowser(cloud.url),
): Promise<URL> {
  const first = await browser.go(url);
  const consent = first.html.includes('name="password"') ? await signInOn(browser, first) : first;
  const end = await answerOn(browser, consent, 'allow');
  if (end.left === undefined) throw new Error(`stayed at ${end.url} (${end.status}): ${end.html}`);
  return end.left;
}

interface TokenAnswer {
  readonly status: number;
  readonly body: Record<string, string | number>;
}

/** Sends a form to the token endpoint. */
export async function askToken(
  cloud: TestCloud,
  form: Record<string, string>,
  init: RequestInit = {},
): Promise<TokenAnswer> {
  const response = await fetch(`${cloud.url}/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
    ...init,
  });
  return { status: response.status, body: (await response.json()) as TokenAnswer['body'] };
}

/** Obtains a code with a consent. The request is as in interface 5.1, plus `more`. */
export const obtainCode = async (
  cloud: TestCloud,
  app: App,
  more: Record<string, string> = {},
): Promise<string> => (await allow(cloud, toLoginUrl(cloud, app, more))).searchParams.get('code')!;

/** Returns the form that exchanges a code: only the fields of interface 5.2, plus `more`. */
export const codeForm = ({ clientId }: App, code: string, more: Record<string, string> = {}) => ({
  client_id: clientId,
  grant_type: 'authorization_code',
  code,
  ...more,
});

/** Signs in, allows the app and exchanges the code. */
export async function obtainTokens(
  cloud: TestCloud,
  app: App,
): Promise<{ access: string; refresh: string; code: string }> {
  const code = await obtainCode(cloud, app);
  const { status, body } = await askToken(cloud, codeForm(app, code));
  if (status !== 200) throw new Error(JSON.stringify(body));
  return { access: String(body.access_token), refresh: String(body.refresh_token), code };
}

export const refresh = (
  cloud: TestCloud,
  app: App,
  refreshToken: string,
  more: Record<string, string> = {},
) =>
  askToken(cloud, {
    client_id: app.clientId,
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    ...more,
  });
