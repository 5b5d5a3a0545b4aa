import { createHash, randomBytes } from 'node:crypto';
import { CloudError, type CloudTokens } from '@plenum/client';

/** An unfinished sign-in, stored on the server and bound to the browser. */
export interface Attempt {
  /** Returned with the response. A response with another value does not belong to this attempt (RFC 6749, 10.12). */
  readonly state: string;
  /** Sent when the code is exchanged, because a stolen code is useless without it (RFC 7636). */
  readonly verifier: string;
}

export interface AuthorizeDeps {
  readonly cloud: string;
  readonly clientId: string;
  readonly clientSecret?: string | undefined;
  readonly redirectUri: string;
}

export const beginAttempt = (): Attempt => ({
  state: randomBytes(16).toString('base64url'),
  verifier: randomBytes(32).toString('base64url'),
});

/** Returns the URL where the user signs in and allows the app (interface 5.1). */
export function toLoginUrl(
  { cloud, clientId, redirectUri }: AuthorizeDeps,
  { state, verifier }: Attempt,
): string {
  const parameters = new URLSearchParams({
    client_id: clientId,
    scope: 'query-control',
    state,
    response_type: 'code',
    redirect_uri: redirectUri,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  return `${cloud}/login?${parameters}`;
}

/** The response of the login: a code, or the reason for a refusal. */
export type Answer = { readonly code: string } | { readonly refused: 'not-ours' | 'denied' };

/** Reads the response, which has to belong to this attempt and this cloud (RFC 9207). */
export function readAnswer(
  { cloud }: AuthorizeDeps,
  attempt: Attempt | undefined,
  given: URLSearchParams,
): Answer {
  const isOurs = attempt !== undefined && given.get('state') === attempt.state && given.get('iss') === cloud;
  if (!isOurs) return { refused: 'not-ours' };
  const code = given.get('code');
  return code === null ? { refused: 'denied' } : { code };
}

const post = async (url: string, form: Readonly<Record<string, string>>): Promise<Response> => {
  try {
    return await fetch(url, {
      method: 'POST',
      body: new URLSearchParams(form),
      signal: AbortSignal.timeout(10_000),
    });
  } catch (cause) {
    throw new CloudError('unreachable', `${new URL(url).origin} does not answer.`, { cause });
  }
};

const credentialsOf = ({ clientId, clientSecret }: AuthorizeDeps) => ({
  client_id: clientId,
  ...(clientSecret !== undefined && { client_secret: clientSecret }),
});

/**
 * Exchanges a code for tokens (interface 5.2).
 * @throws CloudError `unreachable`, `signed-out` if the code is rejected
 */
export async function exchangeCode(
  deps: AuthorizeDeps,
  { code, verifier }: { code: string; verifier: string },
): Promise<CloudTokens> {
  const answer = await post(`${deps.cloud}/token`, {
    ...credentialsOf(deps),
    grant_type: 'authorization_code',
    code,
    redirect_uri: deps.redirectUri,
    code_verifier: verifier,
  });
  if (!answer.ok)
    throw new CloudError('signed-out', 'The cloud rejected the code.', { status: answer.status });
  const { access_token: accessToken, refresh_token: refreshToken } = (await answer.json()) as Record<
    string,
    string
  >;
  return { accessToken: accessToken!, ...(refreshToken !== undefined && { refreshToken }) };
}

/**
 * Revokes the tokens of a user (RFC 7009).
 * @throws CloudError `unreachable`, `failed` if the cloud refuses; then the tokens still work
 */
export async function revokeTokens(deps: AuthorizeDeps, { accessToken, refreshToken }: CloudTokens) {
  const form = { ...credentialsOf(deps), token: refreshToken ?? accessToken };
  const { ok, status } = await post(`${deps.cloud}/revoke`, form);
  if (!ok) throw new CloudError('failed', 'The cloud did not revoke the tokens.', { status });
}
