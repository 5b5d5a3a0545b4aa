import { randomUUID } from 'node:crypto';
import { bridgeToken } from '@plenum/protocol/uplink';
import type { BridgeKey } from './key.ts';

/** Who shows a token, to whom (an origin), and when (ms UTC by the clock of the cloud). */
export interface TokenDeps {
  readonly key: BridgeKey;
  readonly systemId: string;
  readonly audience: string;
  readonly now: number;
  /** IANA name of the time zone of the house, where it is known. */
  readonly timeZone?: string | undefined;
}

const claimsOf = ({ systemId, audience, now }: TokenDeps) => {
  const iat = Math.floor(now / 1000);
  return { sub: systemId, aud: audience, jti: randomUUID(), iat, exp: iat + bridgeToken.lifetime };
};

/** A token that opens one connection, and says what the bridge has to say of itself for as long as it lives. */
export const signConnectToken = (parts: TokenDeps): Promise<string> => {
  const { key, timeZone } = parts;
  const about = timeZone === undefined ? {} : { [bridgeToken.timeZoneClaim]: timeZone };
  return key.sign({ ...claimsOf(parts), ...about }, { typ: bridgeToken.connectType });
};

/** The proof that whoever pairs has the key it registers: signed with the key it carries. */
export const signPairingProof = (parts: TokenDeps): Promise<string> =>
  parts.key.sign(claimsOf(parts), { typ: bridgeToken.pairingType, jwk: parts.key.publicJwk });
