import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Encryption } from '../../../kernel/crypto/encryption.ts';
import type { Db, Store } from '../../../kernel/database/store.ts';
import { hashSecret } from '../secret.ts';

/** Time a browser has to respond to a challenge, in ms. */
export const challengeLifetime = 5 * 60_000;

/** A challenge for a browser, and the ticket (a cookie) that the browser must send with its response. */
export interface Challenge {
  readonly options: object;
  readonly ticket: string;
}

/** A browser's response to a challenge: its ticket, and the WebAuthn response, which is not verified yet. */
export interface ChallengeAnswer {
  readonly ticket: string | undefined;
  readonly response: unknown;
}

export interface PasskeyChallengesDeps {
  readonly store: Store;
  readonly encryption: Encryption;
  readonly origin: string;
  readonly now: () => number;
}

/** Loads WebAuthn only when a passkey is used, because it makes up a sixth of the code that a cloud loads. */
export const loadWebAuthn = () => import('@simplewebauthn/server');

/** `account` is the account to which a passkey is added, or empty for a sign-in. */
const contextOf = (account: string) => `passkey challenge ${account}`;

/**
 * Creates the challenges of WebAuthn. Each can be used once, before it expires, and only by the browser that got it.
 */
export function createPasskeyChallenges({ store, encryption, origin, now }: PasskeyChallengesDeps) {
  const rpID = new URL(origin).hostname;
  const expected = (challenge: string) => ({
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
  });

  const toTicket = (challenge: string, account = '') =>
    encryption.encrypt(JSON.stringify({ challenge, until: now() + challengeLifetime }), contextOf(account));

  const readTicket = (ticket: string | undefined, account = ''): string | undefined => {
    try {
      const { challenge, until } = JSON.parse(encryption.decrypt(ticket ?? '', contextOf(account)));
      return until > now() ? challenge : undefined;
    } catch {
      return undefined;
    }
  };

  /** Uses a challenge up. Returns false if it was already used. */
  const spend = async (db: Db, challenge: string): Promise<boolean> => {
    const spent = await db
      .insertInto('passkey_challenge')
      .values({ challenge_hash: hashSecret(challenge), expires_at: now() + challengeLifetime })
      .onConflict((conflict) => conflict.column('challenge_hash').doNothing())
      .returning('challenge_hash')
      .executeTakeFirst();
    return spent !== undefined;
  };

  const verifyNew = async (challenge: string, response: unknown) => {
    const { verifyRegistrationResponse } = await loadWebAuthn();
    try {
      const { registrationInfo } = await verifyRegistrationResponse({
        response: response as RegistrationResponseJSON,
        ...expected(challenge),
      });
      return registrationInfo?.credential;
    } catch {
      return undefined;
    }
  };

  /** Verifies the signature of a response. Returns its passkey and the new counter. */
  const verifyKnown = async (challenge: string, response: unknown) => {
    const { id } = (response ?? {}) as { id?: unknown };
    if (typeof id !== 'string') return undefined;
    const row = await store.db.selectFrom('passkey').selectAll().where('id', '=', id).executeTakeFirst();
    if (row === undefined) return undefined;
    const { verifyAuthenticationResponse } = await loadWebAuthn();
    try {
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: response as AuthenticationResponseJSON,
        ...expected(challenge),
        credential: { id, publicKey: Buffer.from(row.public_key, 'base64url'), counter: row.counter },
      });
      return verified ? { row, counter: authenticationInfo.newCounter } : undefined;
    } catch {
      return undefined;
    }
  };

  return { rpID, toTicket, readTicket, spend, verifyNew, verifyKnown };
}
