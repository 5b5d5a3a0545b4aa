import { type Clock, delay } from '@plenum/platform';
import { fetchWithoutBrotli } from '@plenum/platform/fetch';
import { listen, oauthPaths } from '@plenum/protocol/cloud';
import { failed } from '../failure.ts';
import type { Io } from '../io/io.ts';
import { consentsFile, readConsent, storeConsent } from './stored-consents.ts';

interface ConsentDeps {
  readonly cloud: string;
  /** True for the live events of an app, false for those of its test keys. */
  readonly isLive: boolean;
  readonly clock: Clock;
  readonly io: Io;
}

type Members = Readonly<Record<string, unknown>>;

/** Sends a form to the authorization server; undefined if there is no answer. */
const post = async (url: string, form: Readonly<Record<string, string>>): Promise<Members | undefined> => {
  try {
    const body = new URLSearchParams({ client_id: listen.clientId, ...form });
    const signal = AbortSignal.timeout(20_000);
    const response = await fetchWithoutBrotli(url, { method: 'POST', body, redirect: 'error', signal });
    const value: unknown = await response.json();
    return typeof value === 'object' && value !== null ? (value as Members) : undefined;
  } catch {
    return undefined;
  }
};

const { token: tokenPath, device_authorization } = oauthPaths.provider;

interface Tokens {
  readonly access: string;
  /** Time until which the access token is used, by the clock of this machine. */
  readonly until: number;
}

/** Reasons to poll again (RFC 8628, 3.5). */
const pending: readonly unknown[] = ['authorization_pending', 'slow_down', undefined];

/**
 * Creates a function that returns a valid access token of `plenum listen` at a cloud. Without a stored consent, it shows a
 * code and waits until the user has allowed the access in a browser (RFC 8628).
 */
export function createConsent({ cloud, isLive, clock, io }: ConsentDeps): () => Promise<string> {
  const file = consentsFile(io);
  const key = `${cloud} ${isLive ? 'live' : 'test'}`;
  let tokens: Tokens | undefined;

  const keep = (members: Members): Tokens | undefined => {
    const { access_token: access, refresh_token: refresh, expires_in: seconds } = members;
    if (typeof access !== 'string' || typeof refresh !== 'string') return undefined;
    storeConsent(file, key, refresh);
    return { access, until: clock.now() + (Number(seconds) || 0) * 1_000 - 60_000 };
  };

  const refresh = async (): Promise<Tokens | undefined> => {
    const refreshToken = readConsent(file, key);
    if (refreshToken === undefined) return undefined;
    const members = await post(`${cloud}${tokenPath}`, {
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
    });
    if (members === undefined) throw failed(`${cloud} cannot be reached.`);
    if (members.error !== undefined) storeConsent(file, key, undefined);
    return keep(members);
  };

  const ask = async (): Promise<Tokens> => {
    const begun = await post(`${cloud}${device_authorization}`, {
      scope: listen.scope,
      ...(isLive && { [listen.liveParameter]: 'yes' }),
    });
    const {
      device_code: code,
      user_code,
      verification_uri_complete: page,
      interval,
      expires_in,
    } = begun ?? {};
    if (typeof code !== 'string')
      throw failed(
        `${cloud} did not give a code: ${String(begun?.error_description ?? begun?.error ?? 'no answer')}.`,
      );
    io.out(`Open ${String(page)} in a browser, check the code ${String(user_code)}, and choose an app.`);
    const end = clock.now() + Number(expires_in ?? 600) * 1_000;
    let wait = Number(interval ?? 5);
    while (clock.now() < end) {
      await delay(clock, wait * 1_000, io.signal);
      if (io.signal.aborted) break;
      const members = await post(`${cloud}${tokenPath}`, {
        grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
        device_code: code,
      });
      const given = members && keep(members);
      if (given !== undefined) return given;
      if (members?.error === 'slow_down') wait += 5;
      if (!pending.includes(members?.error)) break;
    }
    throw failed('The access was not allowed.');
  };

  return async () => {
    if (tokens === undefined || tokens.until <= clock.now()) tokens = (await refresh()) ?? (await ask());
    return tokens.access;
  };
}
