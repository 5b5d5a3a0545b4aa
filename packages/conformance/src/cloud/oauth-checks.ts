import { createHash, randomBytes } from 'node:crypto';
import { oauthPaths } from '@plenum/protocol/cloud';
import type { Json } from '../bridge/read/readings.ts';
import { broken, type Check, type Finding, kept, keptUnless, type Level, untested } from '../row.ts';
import { type CloudAnswer, type CloudContext, describeStatus, discover, isAnswered } from './context.ts';
import { cloudCheck, type RunCheck } from './judge.ts';

const check = (id: string, section: string, level: Level, statement: string, run: RunCheck) =>
  cloudCheck(`oauth.${id}`, section, level, statement, run);

const scope = 'query-control';

const verifier = () => randomBytes(32).toString('base64url');
const challengeOf = (text: string) => ({
  code_challenge: createHash('sha256').update(text).digest('base64url'),
  code_challenge_method: 'S256',
});

/** Returns the address of an app's login (interface 5.1), with PKCE, which clouds can require of an app. */
const toLogin = (
  { options, codeVerifier }: CloudContext,
  more: Readonly<Record<string, string>> = {},
): string => {
  const { clientId = 'none', redirectUri = '' } = options.credentials ?? {};
  const fields = {
    client_id: clientId,
    scope,
    state: 'a state',
    response_type: 'code',
    redirect_uri: redirectUri,
    ...challengeOf(codeVerifier),
  };
  return `/login?${new URLSearchParams({ ...fields, ...more })}`;
};

/** Creates a check that needs the id of an app and its redirect URI. */
const ofApp =
  (run: RunCheck): RunCheck =>
  async (context) => {
    const { clientId, redirectUri } = context.options.credentials ?? {};
    return clientId === undefined || redirectUri === undefined
      ? untested('The clientId and redirectUri of an app were not given.')
      : run(context);
  };

/** Returns the address to which a response redirects the browser; `undefined` without a redirect. */
const locationOf = ({ headers }: CloudAnswer, url: string): URL | undefined => {
  const location = headers.get('location');
  return location === null ? undefined : (URL.parse(location, url) ?? undefined);
};

/** Maximum number of characters of an address in a report. */
const maxLocation = 500;

/** True if the browser stays at the cloud after a response: a page, or a redirect to the cloud. */
const staysAt = (answer: CloudAnswer, url: string): boolean => {
  const location = locationOf(answer, url);
  return location === undefined ? isAnswered(answer) : location.origin === new URL(url).origin;
};

/** True for an error of RFC 6749, 5.2. */
const isOAuthError = (answer: CloudAnswer, ...errors: readonly string[]): Finding => {
  if (!isAnswered(answer)) return broken(describeStatus(answer));
  const { status, json, text } = answer;
  return keptUnless([
    ...(status === 400 || status === 401 ? [] : [`The status is ${status}, not 400 or 401.`]),
    ...(errors.includes(String(json?.error))
      ? []
      : [`The error is ${JSON.stringify(json?.error ?? text.slice(0, 80))}, not ${errors.join(' or ')}.`]),
  ]);
};

/** Returns the faults of the response to a token request (interface 5.2). */
const tokenProblems = ({ status, json, text, headers }: CloudAnswer): readonly string[] => {
  if (status !== 200) return [`The status is ${status}: ${text.slice(0, 120)}`];
  const { access_token, token_type, expires_in, refresh_token, scope: given } = json ?? {};
  return [
    ...(typeof access_token === 'string' && access_token !== '' ? [] : ['There is no access_token.']),
    ...(token_type === 'Bearer' ? [] : [`token_type is ${JSON.stringify(token_type)}.`]),
    ...(typeof expires_in === 'number' && expires_in > 0
      ? []
      : [`expires_in is ${JSON.stringify(expires_in)}.`]),
    ...(typeof refresh_token === 'string' && refresh_token !== '' ? [] : ['There is no refresh_token.']),
    ...(given === scope ? [] : [`scope is ${JSON.stringify(given)}.`]),
    ...(/no-store/.test(headers.get('cache-control') ?? '')
      ? []
      : ['The answer may be cached: it has no Cache-Control: no-store.']),
  ];
};

const isUsable = async ({ dev }: CloudContext, token: unknown): Promise<boolean> =>
  typeof token === 'string' && (await dev(discover(), token)).status === 200;

/** Creates a check that needs a user who allows the app. */
const authorized = (
  run: (
    context: CloudContext,
    authorize: (more?: Readonly<Record<string, string>>) => Promise<URLSearchParams>,
  ) => Promise<Finding>,
): RunCheck =>
  ofApp(async (context) => {
    const { authorize } = context.options;
    if (authorize === undefined) return untested('No user signed in and allowed the app (--authorize).');
    return run(
      context,
      async (more) => new URL(await authorize(`${context.url}${toLogin(context, more)}`)).searchParams,
    );
  });

/** Exchanges a code with its PKCE verifier, or without any. */
const exchange = (
  context: CloudContext,
  code: string | null,
  codeVerifier: string | 'none' = context.codeVerifier,
) =>
  context.form('/token', {
    grant_type: 'authorization_code',
    code: code ?? '',
    ...(codeVerifier !== 'none' && { code_verifier: codeVerifier }),
  });

const metadata = async ({ send, url }: CloudContext): Promise<Finding> => {
  const answer = await send(oauthPaths.metadata);
  const { status, json } = answer;
  if (status !== 200 || json === undefined) return broken(describeStatus(answer));
  const {
    issuer,
    authorization_endpoint,
    token_endpoint,
    code_challenge_methods_supported: methods,
  } = json as Json & { code_challenge_methods_supported?: unknown };
  const origin = new URL(url).origin;
  const isOwn = (each: unknown) => typeof each === 'string' && URL.parse(each)?.origin === origin;
  return keptUnless([
    ...(isOwn(issuer) ? [] : [`The issuer is ${JSON.stringify(issuer)}.`]),
    ...([authorization_endpoint, token_endpoint].every(isOwn)
      ? []
      : ['The endpoints in the metadata have different addresses.']),
    ...(Array.isArray(methods) && methods.length === 1 && methods[0] === 'S256'
      ? []
      : [`PKCE methods are ${JSON.stringify(methods)}.`]),
  ]);
};

/** Sends a refresh, and stores the new tokens. */
const refresh = async (context: CloudContext): Promise<CloudAnswer> => {
  const answer = await context.form('/token', {
    grant_type: 'refresh_token',
    refresh_token: context.refreshToken ?? '',
  });
  const { access_token: accessToken, refresh_token: refreshToken } = answer.json ?? {};
  if (typeof accessToken === 'string' && typeof refreshToken === 'string') {
    context.accessToken = accessToken;
    context.refreshToken = refreshToken;
    await context.options.onTokens?.({ accessToken, refreshToken });
  }
  return answer;
};

/** Authorization of apps (interface 5). */
export const oauthChecks: readonly Check<CloudContext>[] = [
  check(
    'metadata',
    '5.2',
    'note',
    'The metadata of RFC 8414 contain the endpoints, and S256 for PKCE (◇).',
    metadata,
  ),
  check(
    'unknown-app',
    '5.1',
    'must',
    'A login for an unregistered app does not redirect the browser to the app.',
    async (context) => {
      const answer = await context.send(
        toLogin(context, { client_id: 'no-such-app', redirect_uri: 'https://elsewhere.example/back' }),
      );
      if (staysAt(answer, context.url) && answer.status !== 200) return kept();
      const location = answer.headers.get('location');
      return broken(
        describeStatus(answer),
        ...(location === null ? [] : [`The login redirects the browser to ${location}.`]),
      );
    },
  ),
  check(
    'other-redirect',
    '5.1',
    'must',
    'The login redirects the browser only to the registered redirect URI.',
    ofApp(async (context) => {
      const answer = await context.send(toLogin(context, { redirect_uri: 'https://elsewhere.example/back' }));
      return keptUnless(
        staysAt(answer, context.url)
          ? []
          : [`The login redirects the browser to ${answer.headers.get('location')}.`],
      );
    }),
  ),
  check(
    'login',
    '5.1',
    'must',
    'GET /login with the parameters of the interface leads to a page of the cloud.',
    ofApp(async (context) => {
      const answer = await context.send(toLogin(context));
      if (staysAt(answer, context.url) && answer.status < 400) return kept();
      const location = answer.headers.get('location');
      return broken(
        location === null
          ? describeStatus(answer)
          : `It is answered ${answer.status} with the Location ${location.slice(0, maxLocation)}.`,
      );
    }),
  ),
  check(
    'response-type',
    '5.1',
    'must',
    'A response_type other than code yields no token.',
    ofApp(async (context) => {
      const answer = await context.send(toLogin(context, { response_type: 'token' }));
      const location = locationOf(answer, context.url)?.href ?? '';
      return keptUnless(/access_token=/.test(location) ? ['The address contains a token.'] : []);
    }),
  ),
  check(
    'plain-pkce',
    '5.1',
    'note',
    'PKCE with the method plain is refused (◇).',
    ofApp(async (context) => {
      const answer = await context.send(
        toLogin(context, { code_challenge: verifier(), code_challenge_method: 'plain' }),
      );
      const error = locationOf(answer, context.url)?.searchParams.get('error');
      return keptUnless(answer.status >= 400 || (error ?? '') !== '' ? [] : ['The request is not refused.']);
    }),
  ),
  check(
    'no-grant-type',
    '5.2',
    'must',
    'A token request with another grant_type is refused with unsupported_grant_type.',
    ofApp(async ({ form }) =>
      isOAuthError(
        await form('/token', { grant_type: 'password', username: 'a', password: 'b' }),
        'unsupported_grant_type',
        'unauthorized_client',
      ),
    ),
  ),
  check(
    'bad-code',
    '5.2',
    'must',
    'An invalid code is refused with invalid_grant.',
    ofApp(async (context) => isOAuthError(await exchange(context, 'no-such-code'), 'invalid_grant')),
  ),
  check(
    'bad-client',
    '5.2',
    'must',
    'A token request of an unregistered app is refused with invalid_client.',
    async ({ send }) =>
      isOAuthError(
        await send('/token', {
          method: 'POST',
          body: new URLSearchParams({
            client_id: 'no-such-app',
            grant_type: 'authorization_code',
            code: 'x',
          }),
        }),
        'invalid_client',
      ),
  ),
  check(
    'json-body',
    '5.2',
    'note',
    'A token request may be a JSON object (◇).',
    ofApp(async ({ send, options }) => {
      const { clientId, clientSecret } = options.credentials!;
      const body = JSON.stringify({
        client_id: clientId,
        client_secret: clientSecret,
        grant_type: 'authorization_code',
        code: 'no-such-code',
      });
      return isOAuthError(
        await send('/token', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body }),
        'invalid_grant',
      );
    }),
  ),
  check(
    'redirect',
    '5.1',
    'must',
    'The redirect has a code and the state of the request, and iss (◇).',
    authorized(async ({ url }, authorize) => {
      const given = await authorize({ state: 'another state' });
      return keptUnless([
        ...(given.get('code') ? [] : ['The redirect has no code.']),
        ...(given.get('state') === 'another state'
          ? []
          : [`The state is ${JSON.stringify(given.get('state'))}.`]),
        ...(given.get('iss') === new URL(url).origin || given.get('iss') === url
          ? []
          : [`iss is ${JSON.stringify(given.get('iss'))}.`]),
      ]);
    }),
  ),
  check(
    'tokens',
    '5.2',
    'must',
    'The exchange of a code answers with the tokens of the interface, and they work.',
    authorized(async (context, authorize) => {
      const answer = await exchange(context, (await authorize()).get('code'));
      const problems = tokenProblems(answer);
      if (problems.length > 0) return keptUnless(problems);
      return keptUnless(
        (await isUsable(context, answer.json?.access_token)) ? [] : ['The access token does not work.'],
      );
    }),
  ),
  check(
    'code-once',
    '5.2',
    'must',
    'A code works once: using it again is refused, and revokes the tokens of the first use (◇).',
    authorized(async (context, authorize) => {
      const code = (await authorize()).get('code');
      const first = await exchange(context, code);
      const second = await exchange(context, code);
      const error = isOAuthError(second, 'invalid_grant');
      if (error.found !== 'kept') return error;
      return keptUnless(
        (await isUsable(context, first.json?.access_token))
          ? ['The tokens of the first use still work.']
          : [],
      );
    }),
  ),
  check(
    'pkce',
    '5.1',
    'must',
    'A code requested with a PKCE challenge can only be exchanged with its verifier.',
    authorized(async (context, authorize) => {
      const [right, wrong] = [verifier(), verifier()];
      const exchangeWith = async (codeVerifier: string | 'none') =>
        exchange(context, (await authorize(challengeOf(right))).get('code'), codeVerifier);
      const stolen = await exchangeWith(wrong);
      const without = await exchangeWith('none');
      const own = await exchangeWith(right);
      return keptUnless([
        ...(stolen.status === 200 ? ['A wrong verifier is accepted.'] : []),
        ...(without.status === 200 ? ['A missing verifier is accepted.'] : []),
        ...tokenProblems(own),
      ]);
    }),
  ),
  check('refresh', '5.2', 'must', 'A refresh answers with new tokens, and they work.', async (context) => {
    if (context.refreshToken === undefined) return untested('No refresh token was given.');
    const problems = tokenProblems(await refresh(context));
    if (problems.length > 0) return keptUnless(problems);
    return keptUnless(
      (await isUsable(context, context.accessToken)) ? [] : ['The access token does not work.'],
    );
  }),
  check(
    'refresh-repeated',
    '5.2',
    'note',
    'A refresh whose answer was lost can be repeated within 30 s, with the same answer (◇).',
    async (context) => {
      if (context.refreshToken === undefined) return untested('No refresh token was given.');
      const { refreshToken } = context;
      const first = await refresh(context);
      const again = await context.form('/token', {
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
      });
      return keptUnless(
        again.json?.access_token === first.json?.access_token
          ? []
          : [`The repetition is answered ${again.text.slice(0, 80)}.`],
      );
    },
  ),
  check(
    'bad-refresh',
    '5.2',
    'must',
    'An invalid refresh token is refused with invalid_grant.',
    ofApp(async ({ form }) =>
      isOAuthError(
        await form('/token', { grant_type: 'refresh_token', refresh_token: 'no-such-token' }),
        'invalid_grant',
      ),
    ),
  ),
  check(
    'introspect',
    '5.2',
    'note',
    'Introspection informs an app about its own token (◇).',
    ofApp(async ({ form, accessToken }) => {
      if (accessToken === undefined) return untested('No access token was given.');
      const { status, json } = await form('/introspect', { token: accessToken });
      return status === 200 && json?.active === true
        ? kept()
        : keptUnless([`It is answered ${status} ${JSON.stringify(json)}.`]);
    }),
  ),
];
