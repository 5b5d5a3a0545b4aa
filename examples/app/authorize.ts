import { createHash, randomBytes } from 'node:crypto';
import { CloudError, type CloudTokens } from '@plenum/client';

/** One user sent to the login and not back yet. Kept on our side, bound to the browser that was sent. */
export interface Attempt {
  /** Comes back with the answer: what comes back with another is not the answer to this (RFC 6749, 10.12). */
  readonly state: string;
  /** Shown when the code is exchanged: a stolen code is worth nothing without it (RFC 7636). */
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

/** Where the user is sent to sign in and allow the app (interface 5.1). */
export const toLoginUrl = (
  { cloud, clientId, redirectUri }: AuthorizeDeps,
  { state, verifier }: Attempt,
): string => {
  const asked = new URLSearchParams({
    client_id: clientId,
    scope: 'query-control',
    state,
    response_type: 'code',
    redirect_uri: redirectUri,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  return `${cloud}/login?${asked}`;
};

/** What came back with the user: a code, or why there is none. */
export type Answer = { readonly code: string } | { readonly refused: 'not-ours' | 'denied' };

/** Reads what came back. It has to be the answer to this attempt, from this cloud (RFC 9207). */
export const readAnswer = (
  { cloud }: AuthorizeDeps,
  attempt: Attempt | undefined,
  given: URLSearchParams,
): Answer => {
  const isOurs = attempt !== undefined && given.get('state') === attempt.state && given.get('iss') === cloud;
  if (!isOurs) return { refused: 'not-ours' };
  const code = given.get('code');
  return code === null ? { refused: 'denied' } : { code };
};

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
 * @throws CloudError `unreachable`, `signed-out` where the code is not taken
 */
export const exchangeCode = async (
  parts: AuthorizeDeps,
  { code, verifier }: { code: string; verifier: string },
): Promise<CloudTokens> => {
  const answer = await post(`${parts.cloud}/token`, {
    ...credentialsOf(parts),
    grant_type: 'authorization_code',
    code,
    redirect_uri: parts.redirectUri,
    code_verifier: verifier,
  });
  if (!answer.ok)
    throw new CloudError('signed-out', 'The cloud did not take the code.', { status: answer.status });
  const { access_token: accessToken, refresh_token: refreshToken } = (await answer.json()) as Record<
    string,
    string
  >;
  return { accessToken: accessToken!, ...(refreshToken !== undefined && { refreshToken }) };
};

/**
 * Gives back what was allowed (RFC 7009): no token of this user works any more.
 * @throws CloudError `unreachable`, `failed` where the cloud does not take it: then the tokens work still
 */
export const revokeTokens = async (parts: AuthorizeDeps, { accessToken, refreshToken }: CloudTokens) => {
  const form = { ...credentialsOf(parts), token: refreshToken ?? accessToken };
  const { ok, status } = await post(`${parts.cloud}/revoke`, form);
  if (!ok) throw new CloudError('failed', 'The cloud did not take the tokens back.', { status });
};
