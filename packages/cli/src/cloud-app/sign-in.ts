import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { CloudTokens } from '@plenum/client';
import { fetchWithoutBrotli } from '@plenum/platform/fetch';
import { type AppScope, oauthPaths } from '@plenum/protocol/cloud';
import { failed, wrongUsage } from '../failure.ts';
import type { Io } from '../io/io.ts';

/** The cloud and the app that a user signs in to. */
interface SignInOptions {
  readonly cloud: string;
  readonly clientId: string;
  readonly clientSecret?: string | undefined;
  /** The redirect URI registered for the app. This machine listens at it for the browser's redirect. */
  readonly redirectUri: string;
  readonly scopes: readonly AppScope[];
}

const secret = () => randomBytes(32).toString('base64url');

/** Returns the address to listen at. A command-line app receives its code at a loopback address (RFC 8252, 7.3). */
const readCallback = (redirectUri: string): URL => {
  const callback = URL.parse(redirectUri);
  const isHere = callback !== null && /^(127\.0\.0\.1|\[::1\]|localhost)$/.test(callback.hostname);
  if (callback?.protocol === 'http:' && isHere && callback.port !== '') return callback;
  throw wrongUsage(
    'To sign in, the app needs a redirect URI on this machine with a port, such as http://127.0.0.1:8095/callback.',
  );
};

/** Waits for the browser's redirect; responds with 400 to a redirect with a different state or issuer (RFC 9207). */
const receiveCode = async (callback: URL, { state, issuer, signal }: CodeDeps): Promise<string> => {
  const received = Promise.withResolvers<string>();
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', callback);
    const isOurs =
      pathname === callback.pathname &&
      searchParams.get('state') === state &&
      searchParams.get('iss') === issuer;
    response
      .writeHead(isOurs ? 200 : 400, { 'Content-Type': 'text/plain', Connection: 'close' })
      .end(
        isOurs
          ? 'You can close this page.\n'
          : 'This is not a response to the sign-in that is waiting here.\n',
      );
    if (!isOurs) return;
    const code = searchParams.get('code');
    if (code !== null) received.resolve(code);
    else received.reject(failed('The user did not allow the app.'));
  });
  const stop = () => received.reject(failed('Nobody signed in.'));
  signal.addEventListener('abort', stop);
  server.on('error', ({ message }) =>
    received.reject(failed(`${callback.host} is not available: ${message}.`)),
  );
  server.listen(Number(callback.port), callback.hostname.replace(/[[\]]/g, ''));
  try {
    return await received.promise;
  } finally {
    signal.removeEventListener('abort', stop);
    server.close();
    server.closeAllConnections();
  }
};

interface CodeDeps {
  readonly state: string;
  readonly issuer: string;
  readonly signal: AbortSignal;
}

const request = async (url: string, init: RequestInit = {}): Promise<[boolean, Record<string, unknown>]> => {
  const limits = { redirect: 'error', signal: AbortSignal.timeout(20_000) } as const;
  const answer = await fetchWithoutBrotli(url, { ...init, ...limits }).catch((cause) => {
    throw failed(`${new URL(url).origin} cannot be reached: ${(cause as Error).message}.`);
  });
  return [answer.ok, (await answer.json().catch(() => ({}))) as Record<string, unknown>];
};

/** Checks that the issuer reported by a cloud is the address at which the cloud was reached (RFC 8414, 3.3). */
const checkIssuer = async (cloud: string): Promise<void> => {
  const [, { issuer }] = await request(`${cloud}${oauthPaths.metadata}`);
  if (issuer === cloud) return;
  throw failed(
    typeof issuer === 'string'
      ? `The cloud at ${cloud} identifies itself as ${issuer}; use that address.`
      : `No cloud answers at ${cloud}; check the address.`,
  );
};

/** Exchanges the code for tokens (interface 5.2), with the verifier that proves who requested the code (RFC 7636). */
const exchangeCode = async (
  { cloud, clientId, clientSecret, redirectUri }: SignInOptions,
  given: { readonly code: string; readonly code_verifier: string },
): Promise<CloudTokens> => {
  const [isOk, tokens] = await request(`${cloud}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      client_id: clientId,
      ...(clientSecret !== undefined && { client_secret: clientSecret }),
      grant_type: 'authorization_code',
      redirect_uri: redirectUri,
      ...given,
    }),
  });
  const { access_token: accessToken, refresh_token: refreshToken } = tokens;
  if (!isOk || typeof accessToken !== 'string')
    throw failed(`The cloud refused the sign-in: ${String(tokens.error_description ?? tokens.error)}.`);
  return { accessToken, ...(typeof refreshToken === 'string' && { refreshToken }) };
};

/** Asks a user of a cloud to allow an app in a browser (interface 5.1); resolves to the tokens of the app. */
export async function signIn(options: SignInOptions, io: Io): Promise<CloudTokens> {
  const { cloud, clientId, redirectUri, scopes } = options;
  const callback = readCallback(redirectUri);
  await checkIssuer(cloud);
  const [state, verifier] = [secret(), secret()];
  const asked = new URLSearchParams({
    client_id: clientId,
    scope: scopes.join(' '),
    state,
    response_type: 'code',
    redirect_uri: redirectUri,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const received = receiveCode(callback, { state, issuer: cloud, signal: io.signal });
  io.out(`Open this address in a browser on this machine and allow the app:\n  ${cloud}/login?${asked}`);
  return exchangeCode(options, { code: await received, code_verifier: verifier });
}
