import type { Clock } from '@plenum/machine';
import { uplink } from '@plenum/protocol/uplink';
import { askCloud } from './ask.ts';
import { wait } from './wait.ts';

/** The code an owner enters in the console of the cloud, and where; `expiresAt` in ms UTC. */
export interface PairingCode {
  readonly userCode: string;
  readonly verificationUri: string;
  /** The same address with the code in it. */
  readonly verificationUriComplete: string | undefined;
  readonly expiresAt: number;
}

/** Where a cloud grants tokens to devices (RFC 8414, RFC 8628 section 4). */
interface Grants {
  readonly device: string;
  readonly token: string;
}

export interface DeviceGrantDeps {
  /** Origin of the cloud. */
  readonly cloud: string;
  /** The system id its owner is shown; none where one grant is for many bridges, which its owner is told. */
  readonly systemId?: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Shows a code to the owner. */
  readonly show: (code: PairingCode) => void;
}

const textOf = (members: Readonly<Record<string, unknown>>, key: string): string | undefined => {
  const value = members[key];
  return typeof value === 'string' && value.length <= 2_000 ? value : undefined;
};

const secondsOf = (members: Readonly<Record<string, unknown>>, key: string, usual: number): number => {
  const value = members[key];
  return typeof value === 'number' && value > 0 && value <= 86_400 ? value : usual;
};

const findGrants = async ({ cloud, clock, signal }: DeviceGrantDeps): Promise<Grants> => {
  const url = `${cloud}/.well-known/oauth-authorization-server`;
  const { members } = await askCloud({ url }, { clock, signal });
  const device = textOf(members, 'device_authorization_endpoint');
  const token = textOf(members, 'token_endpoint');
  if (device === undefined || token === undefined) throw new Error('the cloud pairs no bridges');
  return { device, token };
};

/**
 * Gets a token an owner allows, by device grant (RFC 8628): shows a code, and asks at the pace the cloud sets until the
 * owner has entered it. Undefined where the owner refused or let it expire; throws where the cloud cannot be reached.
 */
export const askOwner = async (parts: DeviceGrantDeps): Promise<string | undefined> => {
  const { systemId, clock, signal, show } = parts;
  const grants = await findGrants(parts);
  const form = {
    client_id: uplink.clientId,
    scope: systemId === undefined ? uplink.fleetScope : uplink.scope,
    ...(systemId !== undefined && { [uplink.systemIdParameter]: systemId }),
  };
  const { members: started, status } = await askCloud({ url: grants.device, form }, { clock, signal });
  const deviceCode = textOf(started, 'device_code');
  const userCode = textOf(started, 'user_code');
  const verificationUri = textOf(started, 'verification_uri');
  if (deviceCode === undefined || userCode === undefined || verificationUri === undefined)
    throw new Error(`the cloud gave no code (${status} ${textOf(started, 'error') ?? ''})`);
  const expiresAt = clock.now() + secondsOf(started, 'expires_in', 600) * 1000;
  show({
    userCode,
    verificationUri,
    verificationUriComplete: textOf(started, 'verification_uri_complete'),
    expiresAt,
  });
  const poll = {
    client_id: uplink.clientId,
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    device_code: deviceCode,
  };
  let interval = secondsOf(started, 'interval', 5);
  while (clock.now() < expiresAt) {
    await wait(clock, interval * 1000, signal);
    if (signal.aborted) return undefined;
    // A cloud that cannot be reached for a moment keeps the code (RFC 8628, 3.5).
    const answer = await askCloud({ url: grants.token, form: poll }, { clock, signal }).catch(
      () => undefined,
    );
    const token = answer && textOf(answer.members, 'access_token');
    if (token !== undefined) return token;
    const error = answer && textOf(answer.members, 'error');
    if (error === 'slow_down') interval += 5;
    else if (error === 'access_denied' || error === 'expired_token' || error === 'invalid_grant')
      return undefined;
  }
  return undefined;
};
