import { connectCloud } from '@plenum/client';
import type { Development } from '@plenum/cloud';
import { testingFailures } from '../failure.ts';
import { checkOptions, checkValue, type Rules } from '../given.ts';
import { duringCall, lineThatCalled } from '../unattended.ts';
import { openInbox } from './inbox.ts';
import { type AllowOptions, cloudScopes, type TestApp, type TestUser } from './test-cloud.ts';

export const scopesRule = {
  isRight: (value: unknown) =>
    Array.isArray(value) && value.length > 0 && value.every((one) => cloudScopes.includes(one)),
  expected: `a list with some of ${cloudScopes.join(', ')}`,
};

/** Exchanges a code for tokens (interface 5.2). */
const exchangeCode = async (url: string, clientId: string, code: string) => {
  const body = new URLSearchParams({ client_id: clientId, grant_type: 'authorization_code', code });
  const answer = await fetch(`${url}/token`, { method: 'POST', body });
  const tokens = (await answer.json()) as { access_token: string; refresh_token: string };
  if (!answer.ok) throw testingFailures.error('refused', { why: JSON.stringify(tokens) });
  return { accessToken: tokens.access_token, refreshToken: tokens.refresh_token };
};

interface AppDeps {
  readonly url: string;
  readonly development: Development;
  readonly users: ReadonlySet<TestUser>;
  /** Throws if the cloud is over. */
  readonly refuseIfOver: () => void;
}

/** Creates the functions of an app of a cloud, which its users can allow. */
export function createApp(
  { url, development, users, refuseIfOver }: AppDeps,
  app: Pick<TestApp, 'clientId' | 'redirectUri'>,
): TestApp {
  const { clientId } = app;
  const allowRules: Rules<AllowOptions> = {
    user: { isRight: (value) => users.has(value as TestUser), expected: 'a user of this cloud' },
    scopes: scopesRule,
  };
  const addEndpoint = async (to: string) => {
    refuseIfOver();
    checkValue('addEndpoint', 'url', to, {
      isRight: (value) => URL.canParse(value as string),
      expected: 'a URL',
    });
    return duringCall(() => development.addEndpoint(to, clientId));
  };
  const one: TestApp = {
    ...app,
    allow: async (options = {}) => {
      refuseIfOver();
      checkOptions('allow', options, allowRules);
      const { user: { email } = development, scopes = ['query-control'] } = options;
      const code = await development.allowApp(scopes, { clientId, email });
      const tokens = await exchangeCode(url, clientId, code);
      return {
        tokens,
        client: connectCloud({ url, tokens, app: { clientId } }),
        revoke: async () => {
          refuseIfOver();
          await development.unlinkApp({ clientId, email });
        },
      };
    },
    addEndpoint,
    openInbox: async () => openInbox(addEndpoint, lineThatCalled(one.openInbox)),
  };
  return one;
}
