import { delay } from '@plenum/platform/clock';
import type { Clock } from '../clock.ts';
import { CloudError } from './cloud-error.ts';
import { type Fetch, post, toNetworkError } from './post.ts';
import { retryAfterOf, transientStatuses } from './retry.ts';

/** The tokens of a token request (interface 5.2) or of a later refresh. */
export interface CloudTokens {
  readonly accessToken: string;
  readonly refreshToken?: string;
}

/** The app that the tokens were issued to; needed to refresh them. */
export interface CloudApp {
  readonly clientId: string;
  readonly clientSecret?: string;
}

interface TokenDeps {
  readonly url: string;
  readonly tokens: CloudTokens;
  readonly app: CloudApp | undefined;
  /** Called with the new tokens before they are used: the old refresh token is no longer valid. */
  readonly onTokens: (tokens: CloudTokens) => void | Promise<void>;
  /**
   * Called before a refresh, to use tokens that another process has stored in the meantime: a refresh token can be used
   * only once.
   */
  readonly loadTokens: () => CloudTokens | undefined | Promise<CloudTokens | undefined>;
  readonly fetch: Fetch;
  readonly timeout: number;
  readonly clock: Clock;
}

/** The current access token, and a function that replaces it. */
export interface TokenSource {
  accessToken(): string;
  /**
   * Replaces an access token that the cloud rejects; simultaneous calls share one refresh. Resolves to true if the
   * cloud issued new tokens, or false if another process had stored them. @throws CloudError `signed-out` if the user
   * has to allow the app again; `invalid` if the cloud rejects the configuration of the app; `malformed`; `too-many`,
   * `unavailable`, `unreachable`, `timeout`, `failed` if a later attempt may succeed
   */
  renew(stale: string): Promise<boolean>;
}

/** Maximum number of attempts to refresh if responses are lost; a refresh may be repeated for 30 s (interface 5.2). */
const maxAttempts = 3;

/** Maximum number of repetitions of a refresh after a transient status. */
const maxRetries = 3;

const readMembers = (text: string): Readonly<Record<string, unknown>> => {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
};

const readTokens = (text: string): CloudTokens | undefined => {
  const { access_token: accessToken, refresh_token: refreshToken } = readMembers(text);
  if (typeof accessToken !== 'string') return undefined;
  return { accessToken, ...(typeof refreshToken === 'string' && { refreshToken }) };
};

/**
 * Returns the error for a refused token request, by its OAuth error (RFC 6749, 5.2). Only `invalid_grant` requires the
 * user to act.
 */
const toRefusal = (text: string, status: number): CloudError => {
  const { error } = readMembers(text);
  if (error === 'invalid_grant')
    return new CloudError(
      'signed-out',
      'The refresh token is no longer valid; the user must allow the app again.',
      { status },
    );
  if (error === 'invalid_client')
    return new CloudError('invalid', 'The cloud does not know the app, or its secret is wrong.', { status });
  if (typeof error === 'string')
    return new CloudError('invalid', `The cloud refused to refresh the token: ${error}.`, { status });
  return new CloudError('malformed', 'The answer of the cloud to the token refresh cannot be understood.', {
    status,
  });
};

export function createTokenSource(deps: TokenDeps): TokenSource {
  const { url, app, onTokens, loadTokens, fetch, timeout, clock } = deps;
  let { tokens } = deps;
  let renewing: Promise<boolean> | undefined;

  const send = async (form: URLSearchParams): Promise<Response> => {
    for (let count = 0; ; count++) {
      const answer = await post(fetch, {
        url: `${url}/token`,
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: form.toString(),
        signal: AbortSignal.timeout(timeout),
      });
      if (!transientStatuses.includes(answer.status) || count === maxRetries) return answer;
      await answer.body?.cancel();
      await delay(clock, retryAfterOf(answer));
    }
  };

  const requestTokens = async (form: URLSearchParams): Promise<CloudTokens> => {
    const answer = await send(form);
    const text = await answer.text().catch((cause) => {
      throw toNetworkError(url, cause);
    });
    const { status } = answer;
    if (status === 429) throw new CloudError('too-many', 'Too many token requests.', { status });
    if (status === 503)
      throw new CloudError('unavailable', 'The cloud cannot refresh the token at the moment.', { status });
    if (status >= 500)
      throw new CloudError('failed', `The cloud could not refresh the token (${status}).`, { status });
    const given = status === 200 ? readTokens(text) : undefined;
    if (given === undefined) throw toRefusal(text, status);
    return given;
  };

  const renew = async (): Promise<boolean> => {
    const stored = await loadTokens();
    if (stored !== undefined && stored.accessToken !== tokens.accessToken) {
      tokens = stored;
      return false;
    }
    const { refreshToken } = tokens;
    if (app === undefined || refreshToken === undefined)
      throw new CloudError(
        'signed-out',
        'The access token is no longer valid, and there is no refresh token.',
      );
    const { clientId, clientSecret } = app;
    const form = new URLSearchParams({
      client_id: clientId,
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
      ...(clientSecret !== undefined && { client_secret: clientSecret }),
    });
    for (let count = 1; ; count++)
      try {
        const given = await requestTokens(form);
        const next = { refreshToken, ...given };
        await onTokens(next);
        tokens = next;
        return true;
      } catch (error) {
        const isLost =
          error instanceof CloudError && ['unreachable', 'timeout', 'failed'].includes(error.code);
        if (!isLost || count === maxAttempts) throw error;
      }
  };

  return {
    accessToken: () => tokens.accessToken,
    renew: async (stale) => {
      if (stale !== tokens.accessToken) return true;
      renewing ??= renew().finally(() => {
        renewing = undefined;
      });
      return renewing;
    },
  };
}
