import { check } from '@plenum/protocol/check';
import { timeZone as timeZoneField } from '@plenum/protocol/extension';
import { bridgeToken, type EntryError, systemId as systemIdField } from '@plenum/protocol/uplink';
import {
  calculateJwkThumbprint,
  decodeJwt,
  decodeProtectedHeader,
  importJWK,
  type JWK,
  type JWTPayload,
  jwtVerify,
} from 'jose';
import type { Db } from '../../../kernel/database/store.ts';
import { readKey } from '../../bridge/store.ts';

/** The content of a valid token: the bridge, and the facts needed to mark the token as used. */
interface VerifiedToken {
  readonly systemId: string;
  readonly keyId: string;
  readonly jwk: JWK;
  readonly jti: string;
  /** Time from which a replay would be refused as expired, ms UTC. */
  readonly expiresAt: number;
  /** Time zone of the house, or undefined if the token does not name one. */
  readonly timeZone: string | undefined;
}

/** A bridge whose token is valid, with the account it belongs to. */
export interface VerifiedBridge extends VerifiedToken {
  readonly accountId: string;
}

interface TokenRules {
  /** The origins of this cloud. */
  readonly audiences: readonly string[];
  readonly now: number;
}

const maxCharacters = 2_000;
/** A `jti` is stored with the system id, so only harmless characters are accepted. */
const idForm = /^[\w.~-]{1,64}$/;

const isShort = (token: string) => token.length <= maxCharacters;

/** Returns the facts in verified claims, or `undefined` if they are not the claims of a bridge's token. */
const factsOf = (payload: JWTPayload) => {
  const { sub, jti, iat, exp, [bridgeToken.timeZoneClaim]: zone } = payload;
  const systemId = check(systemIdField, sub);
  if (!systemId.ok || typeof jti !== 'string' || !idForm.test(jti)) return undefined;
  if (iat === undefined || exp === undefined || exp - iat > bridgeToken.lifetime) return undefined;
  const timeZone = check(timeZoneField, zone);
  return {
    systemId: systemId.value,
    jti,
    expiresAt: (exp + bridgeToken.leeway + 1) * 1000,
    // An unknown time zone is not a reason to refuse a bridge.
    timeZone: timeZone.ok ? timeZone.value : undefined,
  };
};

const verify = async (token: string, jwk: JWK, typ: string, { audiences, now }: TokenRules) => {
  // Keeps only a public Ed25519 key. Otherwise the header could contain a secret, or a key of another algorithm.
  const { kty, crv, x } = jwk;
  if (kty !== 'OKP' || crv !== 'Ed25519' || typeof x !== 'string') return undefined;
  const { payload } = await jwtVerify(token, await importJWK({ kty, crv, x }, bridgeToken.alg), {
    algorithms: [bridgeToken.alg],
    typ,
    audience: [...audiences],
    clockTolerance: bridgeToken.leeway,
    maxTokenAge: bridgeToken.lifetime,
    currentDate: new Date(now),
  });
  return factsOf(payload);
};

/**
 * Returns the bridge and key named by an unverified token, or `undefined` if it names none. Only a bridge and this
 * cloud know the id of the bridge's key, so a stranger cannot make a token that names them.
 */
export function namedIn(token: string): string | undefined {
  if (!isShort(token)) return undefined;
  try {
    return `${decodeJwt(token).sub} ${decodeProtectedHeader(token).kid}`;
  } catch {
    return undefined;
  }
}

/** Verifies the token of a connecting bridge against the key that its system id belongs to. */
export async function verifyConnectToken(
  db: Db,
  token: string,
  rules: TokenRules,
): Promise<VerifiedBridge | EntryError> {
  if (!isShort(token)) return 'invalid-token';
  try {
    const { sub = '' } = decodeJwt(token);
    const { kid } = decodeProtectedHeader(token);
    if (!check(systemIdField, sub).ok) return 'invalid-token';
    const key = await readKey(db, sub);
    if (key === undefined || key.keyId !== kid) return 'not-paired';
    const jwk = key.jwk as JWK;
    const facts = await verify(token, jwk, bridgeToken.connectType, rules);
    return facts === undefined
      ? 'invalid-token'
      : { ...facts, keyId: key.keyId, jwk, accountId: key.accountId };
  } catch (error) {
    if (isOfToken(error)) return 'invalid-token';
    throw error;
  }
}

/** Verifies the proof of a pairing bridge, which must be signed with the key it contains. */
export async function verifyPairingProof(
  proof: string,
  rules: TokenRules,
): Promise<VerifiedToken | 'invalid-token'> {
  if (!isShort(proof)) return 'invalid-token';
  try {
    const { jwk } = decodeProtectedHeader(proof);
    if (jwk === undefined) return 'invalid-token';
    const facts = await verify(proof, jwk, bridgeToken.pairingType, rules);
    if (facts === undefined) return 'invalid-token';
    const { kty, crv, x } = jwk;
    const own = { kty, crv, x } as JWK;
    return { ...facts, keyId: await calculateJwkThumbprint(own), jwk: own };
  } catch (error) {
    if (isOfToken(error)) return 'invalid-token';
    throw error;
  }
}

/** True if the token itself caused the error: an error from jose, or one about the token's key. */
const isOfToken = (error: unknown): boolean => {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return (
    (typeof code === 'string' && code.startsWith('ERR_J')) || name === 'TypeError' || name === 'DataError'
  );
};
