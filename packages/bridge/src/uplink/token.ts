import { randomUUID } from 'node:crypto';
import { bridgeToken } from '@plenum/protocol/uplink';
import type { BridgeKey } from './key.ts';

interface TokenOptions {
  readonly key: BridgeKey;
  readonly systemId: string;
  /** Origin of the cloud. */
  readonly audience: string;
  /** By the clock of the cloud, in ms UTC. */
  readonly now: number;
  /** IANA name of the time zone of the house, if it is known. */
  readonly timeZone?: string | undefined;
}

const claimsOf = ({ systemId, audience, now }: TokenOptions) => {
  const iat = Math.floor(now / 1000);
  return { sub: systemId, aud: audience, jti: randomUUID(), iat, exp: iat + bridgeToken.lifetime };
};

/** Signs the token that opens one connection, with the time zone of the house. */
export function signConnectToken(options: TokenOptions): Promise<string> {
  const { key, timeZone } = options;
  const zone = timeZone === undefined ? {} : { [bridgeToken.timeZoneClaim]: timeZone };
  return key.sign({ ...claimsOf(options), ...zone }, { typ: bridgeToken.connectType });
}

/** Signs the proof of possession of a key for its registration; the proof contains the key. */
export const signPairingProof = (options: TokenOptions): Promise<string> =>
  options.key.sign(claimsOf(options), { typ: bridgeToken.pairingType, jwk: options.key.publicJwk });
