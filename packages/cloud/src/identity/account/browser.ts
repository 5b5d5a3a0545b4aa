import { signedInCookie } from '@plenum/protocol/console';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../../kernel/database/store.ts';
import { type Cookie, createCookie } from '../../kernel/http/cookie.ts';
import type { Accounts } from './accounts.ts';
import { knownRetention } from './guess/known-places.ts';
import { challengeLifetime } from './second-step/passkey-challenges.ts';
import { stepLifetime } from './second-step/second-step.ts';
import { createSecret, isSecret } from './secret.ts';
import { sessionLifetime } from './session.ts';
import type { AccountSession } from './shape.ts';

/** The cookies of browsers: the session, and the secret that identifies a browser at its next sign-in. */
export interface Browsers {
  findSession(db: Db, request: Pick<FastifyRequest, 'headers'>): Promise<AccountSession | undefined>;
  /**
   * Returns the secret that identifies the browser, from its cookie or newly created. It does not sign anybody in.
   * Attempts from a browser that was used with an account are counted separately, so that guesses from elsewhere do not
   * lock the owner out.
   */
  identify(request: Pick<FastifyRequest, 'headers'>): string;
  /**
   * Sets the session cookie and its copy for pages, replacing earlier ones, and the cookie that identifies the browser.
   */
  setSession(reply: FastifyReply, session: AccountSession, browser?: string): void;
  /** Sets the cookie of a challenge for a passkey. */
  setChallenge(reply: FastifyReply, ticket: string): void;
  readChallenge(request: Pick<FastifyRequest, 'headers'>): string | undefined;
  /** Sets the cookie of a sign-in that waits for a code. The cookie proves that the password was right. */
  setStep(reply: FastifyReply, step: string): void;
  readStep(request: Pick<FastifyRequest, 'headers'>): string | undefined;
  /** Clears the session cookie. `Accounts` ends the session itself. */
  clearSession(reply: FastifyReply): void;
}

export function createBrowsers(accounts: Accounts, publicUrl: string): Browsers {
  const isSecure = publicUrl.startsWith('https:');
  const cookie: Cookie = createCookie('plenum_session', isSecure);
  const signedIn: Cookie = createCookie(signedInCookie, isSecure, { isForPages: true });
  const challengeCookie: Cookie = createCookie('plenum_challenge', isSecure);
  const stepCookie: Cookie = createCookie('plenum_step', isSecure);
  const browserCookie: Cookie = createCookie('plenum_browser', isSecure);
  return {
    findSession: async (db, request) => {
      const secret = cookie.read(request);
      return secret === undefined || secret === '' ? undefined : accounts.findSession(db, secret);
    },
    identify: (request) => {
      const given = browserCookie.read(request);
      return given !== undefined && isSecret(given) ? given : createSecret();
    },
    setSession: (reply, { secret }, browser) => {
      cookie.set(reply, secret, sessionLifetime.whole / 1000);
      signedIn.set(reply, '1', sessionLifetime.whole / 1000);
      if (browser !== undefined) browserCookie.set(reply, browser, knownRetention / 1000);
    },
    setChallenge: (reply, ticket) => challengeCookie.set(reply, ticket, challengeLifetime / 1000),
    readChallenge: (request) => challengeCookie.read(request),
    setStep: (reply, step) => stepCookie.set(reply, step, stepLifetime / 1000),
    readStep: (request) => stepCookie.read(request),
    clearSession: (reply) => {
      cookie.clear(reply);
      signedIn.clear(reply);
    },
  };
}
