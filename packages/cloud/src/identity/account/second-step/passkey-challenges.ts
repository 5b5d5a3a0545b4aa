import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Encryption } from '../../../kernel/crypto/encryption.ts';
import type { Db, Store } from '../../../kernel/database/store.ts';
import { hashSecret } from '../secret.ts';

/** Milliseconds that a browser has to answer a challenge. */
export const challengeLifetime = 5 * 60_000;

/** A challenge for a browser, and what it has to show with its answer (a cookie). */
export interface Challenge {
  readonly options: object;
  readonly ticket: string;
}

/** What a browser answered to a challenge: its ticket, and the response of WebAuthn, which nobody has checked. */
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

/** WebAuthn, which nothing needs before the first passkey: a sixth of all that a cloud loads. */
export const loadWebAuthn = () => import('@simplewebauthn/server');

/** `account` is the one that a passkey is added to, and empty for a sign-in. */
const contextOf = (account: string) => `passkey challenge ${account}`;

/** The challenges of WebAuthn: who may answer which, once and in time, and whether an answer is right. */
export const createPasskeyChallenges = ({ store, encryption, origin, now }: PasskeyChallengesDeps) => {
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

  /** Uses a challenge up; false where it was used already. */
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

  /** The passkey of a response that its private key has signed, and its new counter. */
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
};
