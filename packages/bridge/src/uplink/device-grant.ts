import { type Clock, delay } from '@plenum/platform';
import { oauthPaths } from '@plenum/protocol/cloud';
import { uplink } from '@plenum/protocol/uplink';
import type { AuthorizationServer, DeviceAuthorizationResponse } from 'oauth4webapi';
import { fetchBounded, requestCloud } from './fetch-from-cloud.ts';

/** The code that an owner enters in the console of the cloud, and the address of that page; `expiresAt` in ms UTC. */
export interface PairingCode {
  readonly userCode: string;
  readonly verificationUri: string;
  /** The same address with the code in it. */
  readonly verificationUriComplete: string | undefined;
  readonly expiresAt: number;
}

export interface DeviceGrantDeps {
  /** Origin of the cloud. */
  readonly cloud: string;
  /** The system id that the owner sees. Omitted if one grant is for many bridges; the page then says so. */
  readonly systemId?: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Shows a code to the owner. */
  readonly show: (code: PairingCode) => void;
}

const client = { client_id: uplink.clientId };
/** The owner refused, or the code is no longer valid: polling again cannot succeed (RFC 8628, 3.5; RFC 6749, 5.2). */
const finalErrors: readonly unknown[] = ['access_denied', 'expired_token', 'invalid_grant'];
/** RFC 8628, 3.2 and 3.5, in seconds. */
const defaultInterval = 5;
const slowDownBy = 5;
const maxSeconds = 86_400;

// Loaded only for pairing, because it takes 3 MB (decisions/016).
const loadOAuth = () => import('oauth4webapi');
type OAuth = Awaited<ReturnType<typeof loadOAuth>>;

/** Returns the fields of the metadata of a cloud (RFC 8414) that a device grant needs. */
const findServer = async ({ cloud, clock, signal }: DeviceGrantDeps): Promise<AuthorizationServer> => {
  const url = `${cloud}${oauthPaths.metadata}`;
  const { members } = await requestCloud({ url }, { clock, signal });
  const { device_authorization_endpoint, token_endpoint } = members;
  if (typeof device_authorization_endpoint !== 'string' || typeof token_endpoint !== 'string')
    throw new Error('this server does not pair bridges');
  return { issuer: cloud, device_authorization_endpoint, token_endpoint };
};

/** Clouds on a local network may use plain http; responses are limited in time and length. */
const optionsOf = (oauth: OAuth, signal: AbortSignal) => ({
  [oauth.allowInsecureRequests]: true,
  [oauth.customFetch]: (url: string, init: object) => fetchBounded(url, init),
  signal,
});

/** Asks the cloud for a code (RFC 8628, 3.1 and 3.2). */
const requestCode = async (
  oauth: OAuth,
  server: AuthorizationServer,
  { systemId, signal }: DeviceGrantDeps,
): Promise<DeviceAuthorizationResponse> => {
  const parameters = {
    client_id: uplink.clientId,
    scope: systemId === undefined ? uplink.fleetScope : uplink.scope,
    ...(systemId !== undefined && { [uplink.systemIdParameter]: systemId }),
  };
  const options = optionsOf(oauth, signal);
  const response = await oauth.deviceAuthorizationRequest(server, client, oauth.None(), parameters, options);
  try {
    return await oauth.processDeviceAuthorizationResponse(server, client, response);
  } catch (error) {
    const why = error instanceof oauth.ResponseBodyError ? error.error : '';
    throw new Error(`the cloud did not issue a pairing code (${response.status} ${why})`, { cause: error });
  }
};

/** Polls the token endpoint once (RFC 8628, 3.4 and 3.5); returns the token, or the cloud's error code. */
const poll = async (
  oauth: OAuth,
  server: AuthorizationServer,
  { deviceCode, signal }: { deviceCode: string; signal: AbortSignal },
): Promise<{ readonly token?: string; readonly error?: string }> => {
  try {
    const options = optionsOf(oauth, signal);
    const response = await oauth.deviceCodeGrantRequest(server, client, oauth.None(), deviceCode, options);
    const { access_token } = await oauth.processDeviceCodeResponse(server, client, response);
    return { token: access_token };
  } catch (error) {
    // The code stays valid if the cloud fails or cannot be reached for a moment.
    return error instanceof oauth.ResponseBodyError ? { error: error.error } : {};
  }
};

/**
 * Gets a token that an owner grants by device grant (RFC 8628): shows a code, and polls at the pace of the cloud until
 * the owner has entered the code. Undefined if the owner refused or let the code expire; rejects if the cloud gave no
 * code.
 */
export async function requestDeviceGrant(deps: DeviceGrantDeps): Promise<string | undefined> {
  const { clock, signal, show } = deps;
  const server = await findServer(deps);
  const oauth = await loadOAuth();
  const code = await requestCode(oauth, server, deps);
  const expiresAt = clock.now() + Math.min(code.expires_in, maxSeconds) * 1000;
  show({
    userCode: code.user_code,
    verificationUri: code.verification_uri,
    verificationUriComplete: code.verification_uri_complete,
    expiresAt,
  });
  let interval = Math.min(code.interval ?? defaultInterval, maxSeconds);
  while (clock.now() < expiresAt) {
    await delay(clock, interval * 1000, signal);
    if (signal.aborted) return undefined;
    const { token, error } = await poll(oauth, server, { deviceCode: code.device_code, signal });
    if (token !== undefined) return token;
    if (error === 'slow_down') interval += slowDownBy;
    else if (finalErrors.includes(error)) return undefined;
  }
  return undefined;
}
